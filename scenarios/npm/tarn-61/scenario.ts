// Scenario: a caller has gone before its turn comes, and gives back a connection that it is just about to get.
import { callers, mockDispatcher, noLeaks, ownResponse, scenario, uniform } from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { type Connection, openDatabase, type TarnPackage } from './database.js'
import { createReports } from './reports.js'

interface Input {
  readonly name: string
  readonly patienceMs: number
}

const PATIENCE_MS = [15, 30, 60] as const

const load = (name: string): Promise<TarnPackage> => import(name)

const connect = (address: { readonly path: string }): Connection => {
  const client = connectStore(address)
  let isOpen = true
  return {
    ask: client.ask,
    isOpen: () => isOpen,
    close() {
      isOpen = false
      client.close()
    },
  }
}

export default scenario({
  name: 'npm/tarn-61',
  story: 'A caller gives up in the turn in which a free connection is validated for it: its place in the pool is lost for ever.',
  dispatcher: mockDispatcher({
    tools: { authorise: () => 'granted', query: (args) => `rows of ${(args as { readonly sql: string }).sql}` },
    delay: uniform(0, 40),
    service: 'concurrent',
  }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: {
      show: (token, draw) => ({ name: token, patienceMs: PATIENCE_MS[draw % PATIENCE_MS.length] ?? 15 }),
    },
  }),
  variants: { faulty: () => load('tarn-faulty'), fixed: () => load('tarn-fixed') },
  open(tarn, { dispatcher }) {
    const address = addressOf(dispatcher)
    const [rights, database] = [connectStore(address), openDatabase(tarn, () => connect(address), 2)]
    return { rights, database, reports: createReports(database, (name) => rights.ask('authorise', { name })) }
  },
  perform: ({ reports }, { input }) => {
    const { name, patienceMs } = input as unknown as Input
    return reports.show(name, patienceMs)
  },
  close({ rights, database }) {
    rights.close()
    return database.close()
  },
  oracles: [
    // Who has waited too long is told so.
    ownResponse({ mayFail: true }),
    noLeaks(),
  ],
  expect: { faulty: 'never-settles', fixed: 'pass' },
  races: [
    {
      id: 'place-lost',
      oracle: 'never-settles',
      symptom: 'deadlock',
      says: 'the pool waits for ever for a connection that nobody has',
    },
  ],
})
