// Scenario: an assistant has several things remembered at once by the reference server for memories.
import { join } from 'node:path'
import { acknowledgedWrites, callers, noLeaks, ownResponse, scenario } from '../../../harness/index.js'
import { createLocks, type Locks } from '../../support/locks.js'
import { COMMAND, type McpClientPackage, openMemory } from './memory.js'
import program from './server-program.js'

interface Variant {
  readonly sdk: McpClientPackage
  readonly locks: () => Locks | null
}

const load = async (locks: Variant['locks']): Promise<Variant> => ({
  sdk: { ...(await import('mcp-sdk-fixed/client/index.js')), ...(await import('mcp-sdk-fixed/client/stdio.js')) } as never,
  locks,
})

export default scenario({
  name: 'npm/mcp-server-memory-2579',
  story: 'Several things are remembered at once: each call loads the whole file and saves the whole file, and the last one wins.',
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: { remember: (token) => ({ name: token }) },
  }),
  variants: { faulty: () => load(() => null), 'fixed-usage': () => load(createLocks) },
  open({ sdk, locks }, { dir, controls }) {
    controls.program(COMMAND, program, { module: new URL('./server-program.js', import.meta.url) })
    return openMemory(sdk, join(dir, 'memory.jsonl'), locks())
  },
  perform: (memory, { token }) => memory.remember(token),
  observe: (memory) => memory.names(),
  oracles: [
    acknowledgedWrites({
      what: 'entity',
      writes: ({ invoke }) => invoke.token ?? null,
      stored: ({ observed }) => (observed as readonly string[] | undefined) ?? [],
    }),
    ownResponse({ match: (output) => output === undefined }),
    noLeaks(),
  ],
  expect: { faulty: 'acknowledged-writes', 'fixed-usage': 'pass' },
  races: [
    { id: 'entity-lost', oracle: 'acknowledged-writes', symptom: 'missing', says: 'what was remembered is not in the file' },
  ],
})
