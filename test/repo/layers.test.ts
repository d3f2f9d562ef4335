// Who may know whom. A room imports what its row names and nothing else; a package stays in the rooms that need it.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fileOf, importsOf, type Source, sources } from './sources.js'

interface Layer {
  /** Rooms, or single files of them. */
  readonly knows: readonly string[]
  readonly packages: readonly string[]
}

const REAL_TIME = 'harness/runtimes/node/kernel/real.ts'
const NODE = 'harness/runtimes/node'

const HOST = ['core', 'callers', 'config', 'hosts', 'oracles', 'reporters', 'search', 'strategies', 'register.ts']
  .map((room) => `harness/${room}`)
  .concat(NODE)

const LAYERS: Readonly<Record<string, Layer>> = {
  'harness/core': { knows: [], packages: [] },
  'harness/strategies': { knows: ['harness/core'], packages: [] },
  'harness/oracles': { knows: ['harness/core'], packages: [] },
  'harness/reporters': { knows: ['harness/core'], packages: ['string-width', 'eta', 'xmlbuilder2'] },
  'harness/dispatchers': { knows: ['harness/core'], packages: [] },
  'harness/runtimes/node': { knows: ['harness/core'], packages: [] },
  'harness/runtimes/real': { knows: ['harness/core', 'harness/dispatchers'], packages: ['execa'] },
  'harness/runtimes/python': { knows: ['harness/core', 'harness/dispatchers'], packages: ['execa'] },
  'harness/callers': { knows: ['harness/core', 'harness/dispatchers'], packages: ['fast-check'] },
  'harness/search': { knows: ['harness/core', 'harness/strategies', 'harness/oracles', REAL_TIME], packages: ['zod'] },
  'harness/config': {
    knows: ['core', 'reporters', 'search', 'strategies', 'runtimes/node/watchdog/watchdog.ts'].map((room) => `harness/${room}`),
    packages: ['zod', 'tsx'],
  },
  // Whoever has no fast-check, or no vitest, uses the other hosts.
  'harness/hosts/fast-check.ts': { knows: HOST, packages: ['fast-check'] },
  'harness/hosts/fast-check': { knows: HOST, packages: ['fast-check', 'devalue'] },
  'harness/hosts': { knows: HOST, packages: ['vitest'] },
  'harness/cli': {
    knows: ['core', 'callers', 'config', 'oracles', 'reporters', 'search', 'strategies', 'runtimes/python', 'runtimes/real']
      .map((room) => `harness/${room}`)
      .concat(NODE, 'harness/index.ts', 'harness/register.ts', 'scenarios/index.ts'),
    packages: ['commander', 'execa', 'picocolors', 'tarn', 'tsx', 'zod'],
  },
  'harness/register.ts': { knows: ['harness/runtimes/node'], packages: [] },
  // On its first call: a scenario file loads the main door, and none of this.
  'harness/explore.ts': { knows: ['harness/hosts/explore.ts', 'harness/hosts/race-subject.ts'], packages: [] },
  'harness/scenario.ts': { knows: ['harness/core'], packages: [] },
  'harness/index.ts': {
    knows: ['core', 'callers', 'config/config.ts', 'dispatchers', 'explore.ts', 'oracles', 'scenario.ts'].map(
      (room) => `harness/${room}`,
    ),
    packages: [],
  },
  // As any user would; the packages are the subjects.
  scenarios: { knows: ['harness/index.ts'], packages: ['*'] },
}

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)
const layerOf = (path: string): string | undefined => Object.keys(LAYERS).find((room) => isIn(path, room))
const code = sources.filter(({ path }) => /^(harness|scenarios)\/.*\.m?ts$/.test(path))

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

const strays = (source: Source): string[] => {
  const room = layerOf(source.path)
  if (room === undefined) return [`${source.path} is in no room: give it one in LAYERS`]
  const { knows, packages } = LAYERS[room] as Layer
  return importsOf(source).flatMap(({ name }) => {
    const file = fileOf(source, name)
    if (file !== null) return [room, ...knows].some((known) => isIn(file, known)) ? [] : [`${source.path} may not know ${file}`]
    if (name.startsWith('node:') || packages.includes('*') || packages.includes(packageOf(name))) return []
    return [`${source.path} may not use the package ${name}`]
  })
}

describe('layers', () => {
  test('every file imports only what its room may know', () => {
    expect(code.length).toBeGreaterThan(100)
    expect(code.flatMap(strays)).toEqual([])
  })

  test('no module imports itself by way of others', () => {
    expect(cycles(code)).toEqual([])
  })

  test('every package that a user installs along is imported', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const used = new Set(code.flatMap((source) => importsOf(source).map(({ name }) => packageOf(name))))
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([])
  })

  test('the test itself sees a stray import and a cycle', () => {
    const file = (path: string, text: string): Source => ({ path, text, lines: text.split('\n') })
    expect(strays(file('harness/core/x.ts', "import { z } from 'zod'\nimport { a } from '../search/a.js'"))).toHaveLength(2)
    const a = file('harness/core/a.ts', "import { b } from './b.js'")
    expect(cycles([a, file('harness/core/b.ts', "import { a } from './a.js'")])).toEqual([
      'harness/core/a.ts -> harness/core/b.ts -> harness/core/a.ts',
    ])
    expect(cycles([a, file('harness/core/b.ts', "import { type A } from './a.js'")])).toEqual([])
  })
})

/** Types are no imports once they are compiled. */
function cycles(files: readonly Source[]): string[] {
  const edges = new Map(
    files.map((source) => [
      source.path,
      importsOf(source).flatMap(({ name, isType }) => (isType ? [] : (fileOf(source, name) ?? []))),
    ]),
  )
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (trail.includes(path) || done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}
