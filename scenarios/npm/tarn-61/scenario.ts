// Scenario: a report is asked for over two connections; the first answer is there when the second connection has just become free.
import { callers, mockDispatcher, noLeaks, ownResponse, scenario, uniform } from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { type Connection, openDatabase, type TarnPackage } from './database.js'
import { createReports } from './reports.js'

const CONNECTIONS = 2

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
  story:
    'Who waits for a connection gives up in the turn in which one is validated for it: its place in the pool is lost for ever.',
  dispatcher: mockDispatcher({
    tools: { query: (args) => `rows of ${(args as { readonly sql: string }).sql}` },
    delay: uniform(0, 40),
    service: 'concurrent',
  }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: { show: (token) => ({ name: token }) },
  }),
  variants: { faulty: () => load('tarn-faulty'), fixed: () => load('tarn-fixed') },
  open(tarn, { dispatcher }) {
    const address = addressOf(dispatcher)
    const database = openDatabase(tarn, () => connect(address), CONNECTIONS)
    return { database, reports: createReports(database) }
  },
  perform: ({ reports }, { token }) => reports.show(token),
  close: ({ database }) => database.close(),
  oracles: [ownResponse(), noLeaks()],
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
