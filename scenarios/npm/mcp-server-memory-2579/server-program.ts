// The published server as a child program: its main module and its transport, run anew for each start and with a `process` of its own,
// as `node dist/index.js` does. Their text is untouched but for the statements that import and export, which a function cannot hold.
import { Console } from 'node:console'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { SimulatedProcess } from '../../../harness/index.js'

type Exports = Record<string, unknown>
/** Runs a module; gives what it exports. */
type Run = (process: unknown, console: Console) => Exports

const SERVER = 'mcp-server-memory-faulty/dist/index.js'
/** The other module that looks at `process`; all the rest is loaded once. */
const TRANSPORT = '@modelcontextprotocol/sdk/server/stdio.js'

const IMPORT = /^import (?<names>.+) from ["'](?<from>.+)["'];$/gm
const EXPORT = /^export (?=(?:async )?(?:const|class|function) (?<name>\w+))/gm

const prepare = async (file: string): Promise<Run> => {
  const text = readFileSync(file, 'utf8').replace(/^#!.*/, '')
  const { resolve } = createRequire(file)
  const loaded = new Map<string, Run | Exports>()
  for (const { groups: { from = '' } = {} } of text.matchAll(IMPORT)) {
    if (from === 'node:process') continue
    const path = resolve(from)
    const module = path.replace('/dist/cjs/', '/dist/esm/')
    loaded.set(from, from === TRANSPORT ? await prepare(module) : await import(path === from ? from : pathToFileURL(module).href))
  }
  const names = [...text.matchAll(EXPORT)].map(({ groups }) => groups?.name)
  const body = text
    .replace(IMPORT, (_, imported: string, from: string) => `const ${bindings(imported)} = load(${JSON.stringify(from)});`)
    .replace(EXPORT, '')
    .replaceAll('import.meta', 'meta')
  // In a block of its own, so that a module may import what it would find as a global.
  const run = new Function('load', 'meta', 'process', 'console', `'use strict'; {${body}\nreturn { ${names.join(', ')} } }`)
  const meta = { url: pathToFileURL(file).href }
  return (process, console) => {
    const load = (from: string): unknown => {
      const module = loaded.get(from) ?? { default: process }
      return typeof module === 'function' ? module(process, console) : module
    }
    return run(load, meta, process, console)
  }
}

/** `path` is the default export, `{ a, b as c }` are others. */
const bindings = (imported: string): string =>
  imported.startsWith('{') ? imported.replaceAll(' as ', ': ') : `{ default: ${imported} }`

const run = await prepare(createRequire(import.meta.url).resolve(SERVER))

const program = (process: SimulatedProcess): void => void run(process, new Console(process.stdout, process.stderr))

export default program
