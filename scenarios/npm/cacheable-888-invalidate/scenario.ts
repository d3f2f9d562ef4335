// Scenario: a setting is stored anew, and the cache cleared, while somebody loads the old one.
import { type Call, callers, mockDispatcher, noLeaks, noStaleRead, oneOf, ownResponse, scenario } from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { type CacheablePackage, createSettings } from './settings.js'

interface Input {
  readonly name: string
}

const load = (name: string): Promise<CacheablePackage> => import(name)

/** A write and a read take effect when they arrive; what takes a while is the answer. */
const table = () => {
  const versions = new Map<string, number>()
  const versionOf = (args: unknown): number => versions.get((args as Input).name) ?? 1
  return {
    read: versionOf,
    write: (args: unknown) => {
      versions.set((args as Input).name, versionOf(args) + 1)
      return versionOf(args)
    },
  }
}

const nameOf = ({ invoke: { input } }: Call): string => (input as Input).name
const versionOf = (call: Call) => ({ key: nameOf(call), version: call.end?.output as number })

export default scenario({
  name: 'npm/cacheable-888-invalidate',
  story: 'The cache is cleared while a load is under way: the old value is written back, and served from then on.',
  dispatcher: mockDispatcher({ tools: table, delay: oneOf(1, 10, 60), service: 'concurrent' }),
  callers: callers({
    count: { min: 3, max: 4 },
    each: { min: 2, max: 3 },
    operations: {
      get: () => ({ name: 'theme' }),
      set: () => ({ name: 'theme' }),
    },
  }),
  variants: { faulty: () => load('cacheable-invalidate-faulty') },
  open(cacheable, { dispatcher }) {
    const store = connectStore(addressOf(dispatcher))
    const ask = async (tool: string, name: string): Promise<number> => (await store.ask(tool, { name })) as number
    const settings = createSettings(cacheable, { read: (name) => ask('read', name), write: (name) => ask('write', name) })
    return { store, settings }
  },
  perform: ({ settings }, { op, input }) =>
    op === 'set' ? settings.set((input as unknown as Input).name) : settings.get((input as unknown as Input).name),
  close: ({ store }) => store.close(),
  oracles: [
    noStaleRead({
      invalidates: (call) => (call.invoke.op === 'set' ? versionOf(call) : null),
      reads: (call) => (call.invoke.op === 'get' ? versionOf(call) : null),
    }),
    ownResponse({ match: (output) => Number.isInteger(output) }),
    noLeaks(),
  ],
  expect: { faulty: 'no-stale-read' },
  races: [
    {
      id: 'old-load-served',
      oracle: 'no-stale-read',
      says: 'what a load brings that had begun before the clearing is served after it, to whoever joins it or comes later',
    },
  ],
})
