// What a checkout needs before anything can run: its packages and its build. Plain JavaScript without dependencies, since none may be there yet.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIST = join(ROOT, 'dist')
const SOURCES = ['harness', 'scenarios', 'package-lock.json']

/** A published package has no sources beside its build. */
export const isCheckout = () => existsSync(join(ROOT, 'harness', 'tsconfig.json'))

/** Installs packages where the lock file asks for others than are there, and builds where a source is newer than the build. */
export const setUp = ({ installed = false } = {}) => {
  if (!installed && !hasPackages()) install()
  keepOwnNode()
  const newest = newestMs(SOURCES.map((name) => join(ROOT, name)))
  if (newest > builtMs()) build(newest)
}

/** Compares what is installed with the lock file, not their times: those change without reason. */
const hasPackages = () => {
  const installed = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'))
  const locked = packagesOf(join(ROOT, 'package-lock.json')) ?? {}
  if (installed === null) return false
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || !path.includes('node_modules/') || installed[path]?.version === version,
  )
}

const packagesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null)

const install = () => {
  console.error('crosswire: installing packages (npm ci)')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

/**
 * The Node binaries of other majors that tests run on (test/nodes) each bring a command named `node`, and npm puts it into the PATH
 * of every script: without this, `npm test` would run on one of them in the place of the Node that was asked for.
 */
const keepOwnNode = () => {
  for (const name of ['node', 'node.cmd', 'node.ps1']) rmSync(join(ROOT, 'node_modules', '.bin', name), { force: true })
}

const STAMP = join('harness', 'index.js')

const builtMs = () => {
  const stamp = join(DIST, STAMP)
  return existsSync(stamp) ? statSync(stamp).mtimeMs : 0
}

const newestMs = (paths) =>
  Math.max(0, ...paths.map((path) => (statSync(path).isDirectory() ? newestIn(path) : statSync(path).mtimeMs)))

const newestIn = (directory) =>
  newestMs(
    readdirSync(directory)
      .filter((name) => name !== 'node_modules')
      .map((name) => join(directory, name)),
  )

/** Into a directory of its own that then takes the old one's place: whoever runs the old build meanwhile never sees half a file. */
const build = (sourcesMs) => {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  if (!existsSync(compiler)) return
  sweep()
  // Beside the old one: source maps hold relative paths.
  const fresh = join(ROOT, `.dist-new-${process.pid}`)
  const old = join(ROOT, `.dist-old-${process.pid}`)
  // Types are checked by a step of their own (npm run types): whoever is in the middle of a change can still run.
  run(process.execPath, [compiler, '-p', 'harness', '--noCheck', '--outDir', fresh])
  copyPage(fresh)
  copyFigures(fresh)
  copyDriver(fresh)
  copyPython(fresh)
  linkNpmScenarios(fresh)
  // The build is as old as what it was made of: what was saved while it was made is newer.
  const madeOf = new Date(Math.ceil(sourcesMs))
  utimesSync(join(fresh, STAMP), madeOf, madeOf)
  if (existsSync(DIST)) renameSync(DIST, old)
  renameSync(fresh, DIST)
  rmSync(old, { recursive: true, force: true })
}

/** What builds that were killed have left. */
const sweep = () => {
  for (const name of readdirSync(ROOT)) {
    const [, pid] = /^\.dist-(?:new|old)-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(ROOT, name), { recursive: true, force: true })
  }
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The page of the HTML report is no module: its parts go along as they are. */
const copyPage = (fresh) => {
  const page = join('harness', 'reporters', 'html', 'page')
  cpSync(join(ROOT, page), join(fresh, page), { recursive: true, filter: (path) => !path.endsWith('tsconfig.json') })
}

/** The driver of Python threads is Python. */
const copyDriver = (fresh) => {
  const driver = join('harness', 'runtimes', 'python', 'crosswire_driver')
  cpSync(join(ROOT, driver), join(fresh, driver), { recursive: true, filter: (path) => !path.includes('__pycache__') })
}

/** So are the subjects of some scenarios. */
const copyPython = (fresh) => {
  for (const name of readdirSync(join(ROOT, 'scenarios'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.py') && !name.includes('node_modules'))
      cpSync(join(ROOT, 'scenarios', name), join(fresh, 'scenarios', name))
}

/** The figures of the registry are data, and so are those of the zoo. */
const copyFigures = (fresh) => {
  for (const folder of ['scenarios', join('scenarios', 'npm')]) {
    const file = join(ROOT, folder, 'figures.json')
    if (existsSync(file)) cpSync(file, join(fresh, folder, 'figures.json'))
  }
}

/** The scenarios of published packages bring versions of their own: the build finds the same ones as the sources. */
const linkNpmScenarios = (fresh) => {
  const packages = join(ROOT, 'scenarios', 'npm', 'node_modules')
  if (existsSync(packages)) symlinkSync(packages, join(fresh, 'scenarios', 'npm', 'node_modules'), 'junction')
}

/** Its output goes to stderr: stdout belongs to the command that needs the set-up. */
const run = (command, args) => {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status !== 0)
    throw new Error(`${[basename(command), ...args].join(' ')} failed: ${error?.message ?? `exit code ${status}`}`)
}

/** For a command line: a set-up that fails is a failure of the tool. */
export const setUpOrExit = (options) => {
  try {
    setUp(options)
  } catch (error) {
    console.error(`crosswire: ${error.message}`)
    process.exit(3)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  setUpOrExit({ installed: process.argv.includes('--installed') })
