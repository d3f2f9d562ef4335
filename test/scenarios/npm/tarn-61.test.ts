// The database on tarn: whoever has gone before their turn comes, with a connection free and with none.
import { expect, test } from 'vitest'
import { type Connection, openDatabase, type TarnPackage } from '../../../scenarios/npm/tarn-61/database.js'

const load = (name: string): Promise<TarnPackage> => import(name)

const connect = (): Connection => ({ ask: async () => 'rows', isOpen: () => true, close: () => {} })
const [wanted, gone] = [new AbortController().signal, AbortSignal.abort()]

const closes = (database: { close(): Promise<unknown> }): Promise<string> =>
  Promise.race([database.close().then(() => 'closes'), new Promise<string>((resolve) => setTimeout(() => resolve('waits'), 300))])

test.each(['tarn-faulty', 'tarn-fixed'])('%s answers one query after the other, and closes', async (name) => {
  const database = openDatabase(await load(name), connect, 1)
  expect(await database.query('select 1', wanted)).toBe('rows')
  expect(await database.query('select 2', wanted)).toBe('rows')
  expect(await closes(database)).toBe('closes')
})

test.each([
  ['3.0.1', 'tarn-faulty', 'waits'],
  ['3.0.2', 'tarn-fixed', 'closes'],
])('%s, where the caller has gone and a connection is free', async (_, name, end) => {
  const database = openDatabase(await load(name), connect, 1)
  await database.query('select 1', wanted)
  await expect(database.query('select 2', gone)).rejects.toThrow('aborted')
  expect(await closes(database)).toBe(end)
})
