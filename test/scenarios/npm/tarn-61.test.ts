// The database on tarn: reports that are asked for twice, with a connection for each of both and with one for both.
import { expect, test } from 'vitest'
import { type Connection, type Database, openDatabase, type TarnPackage } from '../../../scenarios/npm/tarn-61/database.js'
import { createReports } from '../../../scenarios/npm/tarn-61/reports.js'

const load = (name: string): Promise<TarnPackage> => import(name)

/** Answers take a while, as over a network. */
const connect = (): Connection => ({
  ask: () => new Promise((resolve) => setImmediate(() => resolve('rows'))),
  isOpen: () => true,
  close: () => {},
})

const closes = (database: Database): Promise<string> =>
  Promise.race([database.close().then(() => 'closes'), new Promise<string>((resolve) => setTimeout(() => resolve('waits'), 300))])

test.each(['tarn-faulty', 'tarn-fixed'])(
  '%s answers over one of two connections, one report after the other, and closes',
  async (name) => {
    const database = openDatabase(await load(name), connect, 2)
    const reports = createReports(database)
    expect(await reports.show('sales')).toBe('rows')
    expect(await reports.show('staff')).toBe('rows')
    expect(await closes(database)).toBe('closes')
  },
)

test.each([
  ['3.0.1', 'tarn-faulty', 'waits'],
  ['3.0.2', 'tarn-fixed', 'closes'],
])('%s, where the second of two that ask still waits when the first one is answered', async (_, name, end) => {
  const database = openDatabase(await load(name), connect, 1)
  expect(await createReports(database).show('sales')).toBe('rows')
  expect(await closes(database)).toBe(end)
})

test.each(['tarn-faulty', 'tarn-fixed'])('%s is not asked for a connection by whoever has gone before', async (name) => {
  const database = openDatabase(await load(name), connect, 1)
  await expect(database.use(AbortSignal.abort(), (connection) => connection.ask('query', {}))).rejects.toThrow('aborted')
  expect(await closes(database)).toBe('closes')
})
