// Scenario: a setting is stored anew, and the cache cleared, while somebody loads the old one.
import {
  type Call,
  callers,
  type Execution,
  mockDispatcher,
  noLeaks,
  noStaleRead,
  scenario,
  uniform,
  type Verdict,
} from '../../../harness/index.js'
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

/** Whether whoever read it too late had asked while the old load was still under way. */
const waitedForOldLoad = ({ events = [] }: Verdict, { history }: Execution): boolean => {
  const [, from = 0] = events
  const name = (history[from]?.input as Input | undefined)?.name
  const isLoad = ({ actor, op, input }: Execution['history'][number]): boolean =>
    actor === 'dispatcher' && op === 'read' && (input as Input | undefined)?.name === name
  const before = history.slice(0, from).filter((event) => isLoad(event) && event.type === 'invoke')
  return before.some(({ call }) => !history.slice(0, from).some((event) => event.call === call && event.type === 'ok'))
}

export default scenario({
  name: 'npm/cacheable-888-invalidate',
  story: 'The cache is cleared while a load is under way: the old value is written back, and served from then on.',
  dispatcher: mockDispatcher({ tools: table, delay: uniform(10, 50), delays: { write: uniform(0, 8) }, service: 'concurrent' }),
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
    noLeaks(),
  ],
  expect: { faulty: 'no-stale-read' },
  races: [
    {
      id: 'joined-old-load',
      oracle: 'no-stale-read',
      shows: waitedForOldLoad,
      says: 'who asks after the clearing is given what a load brings that had begun before it',
    },
    { id: 'written-back', oracle: 'no-stale-read', says: 'a load that had begun before the clearing puts the old value back' },
  ],
})
