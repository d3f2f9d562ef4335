// `crosswire doctor`: what this machine offers, and every setting with the value that holds here.
import { AsyncLocalStorage } from 'node:async_hooks'
import { relative } from 'node:path'
import { loadConfig, type SettingRow, settingRows } from '../../config/index.js'
import { DEFAULT_MODEL, modelId } from '../../core/limits.js'
import { PROBES, type Probe } from '../../core/probes.js'
import { definitions } from '../../reporters/index.js'
import { removeOwnDirectories } from '../../runtimes/node/files/clean-up.js'
import { directoryFacts } from '../../runtimes/node/files/directory.js'
import { probeAll } from '../../runtimes/node/probes.js'
import { findInterpreters, type Interpreter, isSupported, OLDEST as OLDEST_PYTHON } from '../../runtimes/python/index.js'
import { EXIT } from '../exit-code.js'
import type { Terminal } from '../terminal.js'
import type { Context } from './context.js'

interface Finding {
  readonly what: string
  readonly says: string
  /** `false`: crosswire cannot work here as it should. */
  readonly fine: boolean
}

/** Exit code 0 where everything works, 4 where something does not. Rejects with `BAD_CONFIG` or `BAD_OPTION`. */
export const doctor = async ({ json = false }: { readonly json?: boolean }, context: Context): Promise<number> => {
  const { cwd, env, terminal, versions } = context
  const config = await loadConfig(cwd)
  const settings = settingRows({ env, config })
  const findings = [nodeVersion(versions.node), asyncContext(), directory(), ...(await probed()), ...(await pythons(env))]
  const exitCode = findings.every(({ fine }) => fine) ? EXIT.ok : EXIT.unknown
  if (json) {
    const facts = { findings, config: config.file, settings, model: model() }
    terminal.out(JSON.stringify({ format: 1, versions, exitCode, ...facts }, null, 2))
  } else terminal.out([findingsText(findings, terminal), settingsText(settings, context), modelText(terminal)].join('\n\n'))
  return exitCode
}

const findingsText = (findings: readonly Finding[], { palette, width }: Terminal): string =>
  findings
    .flatMap(({ what, says, fine }) => {
      const mark = fine ? palette.green('ok') : palette.red('x ')
      const [first = '', ...rest] = beside([{ name: what, text: says }], width)
      return [mark + first.slice('ok'.length), ...rest]
    })
    .join('\n')

const beside = (rows: readonly { readonly name: string; readonly text: string }[], width: number): string[] =>
  definitions(rows, { width, indent: INDENT, nameWidth: WIDTH })

/** With where each value comes from; a config file as it is seen from here. */
const settingsText = (settings: readonly SettingRow[], { cwd, terminal }: Context): string => {
  const longest = Math.max(...settings.map(({ text }) => text.length))
  const source = ({ from, at }: SettingRow) => (from === 'config' ? relative(cwd, at as string) : (at ?? from))
  const inThree = settings.map((row) => ({
    left: `   ${row.name.padEnd(WIDTH)}  ${row.text.padEnd(longest)}  `,
    from: source(row),
  }))
  const fits = inThree.every(({ left, from }) => left.length + from.length <= terminal.width)
  const lines = fits
    ? inThree.map(({ left, from }) => left + terminal.palette.dim(from))
    : beside(
        settings.map((row) => ({ name: row.name, text: `${row.text} (${source(row)})` })),
        terminal.width,
      )
  return ['Settings', ...lines].join('\n')
}

const modelText = ({ width }: Terminal): string => {
  const rows = Object.entries(model()).map(([name, value]) => ({ name, text: String(value) }))
  return ['Model', ...beside(rows, width)].join('\n')
}

const INDENT = 3
const WIDTH = 26
const OLDEST = [20, 15] as const

const nodeVersion = (node: string): Finding => {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const fine = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return { what: 'node', says: fine ? node : `${node}: ${OLDEST.join('.')} or newer is needed`, fine }
}

/** What is refused without it is missed; what is done in another way is not. */
const probed = async (): Promise<Finding[]> =>
  (await probeAll()).map(({ name, found }) => {
    const { has, lacks, refuses = false }: Probe = PROBES[name]
    return { what: name, says: found ? has : lacks, fine: found || !refuses }
  })

/** None is no fault: only scenarios in Python need one. */
const pythons = async (env: Context['env']): Promise<Finding[]> => {
  const found = await findInterpreters(env)
  if (found.length === 0) return [{ what: 'python', says: 'none: scenarios in Python are skipped', fine: true }]
  const [first] = found.filter(isSupported)
  return found.map((each) => ({
    what: `python ${each.version.join('.')}`,
    says: `${each.path}${usedAs(each, first)}`,
    fine: true,
  }))
}

const usedAs = (interpreter: Interpreter, first: Interpreter | undefined): string => {
  if (!isSupported(interpreter)) return ` (too old: ${OLDEST_PYTHON.join('.')} or newer runs scenarios)`
  return interpreter === first ? ' (runs scenarios, unless --python names another)' : ' (for --python)'
}

const asyncContext = (): Finding => {
  const storage = new AsyncLocalStorage<string>()
  const kept = storage.run('kept', () => AsyncLocalStorage.snapshot())(() => storage.getStore() === 'kept')
  return { what: 'async context', says: kept ? 'followed' : 'lost: callers cannot be told apart', fine: kept }
}

const directory = (): Finding => {
  try {
    const { parent, memory } = directoryFacts()
    removeOwnDirectories()
    return { what: 'execution directory', says: memory ? `${parent} (in memory)` : `${parent} (on disk: slower)`, fine: true }
  } catch (error) {
    return { what: 'execution directory', says: (error as Error).message, fine: false }
  }
}

/** The numbers that say what the real system can reorder: not to be set, since every token holds them. */
export const model = (): Record<string, string | number> => ({
  'latency of I/O at most': `${DEFAULT_MODEL.ioLatencyMs} ms`,
  'lateness of timers at most': `${DEFAULT_MODEL.latenessMs} ms`,
  'file operations in flight': DEFAULT_MODEL.poolSize,
  model: modelId(DEFAULT_MODEL),
})
