// The session gateway over real sockets, with real workers: what it does as long as nobody interferes.
import { afterEach, describe, expect, test } from 'vitest'
import { connectClient } from '../../scenarios/session-gateway/client.js'
import { openGateway, type Parts } from '../../scenarios/session-gateway/gateway.js'
import { readSettings } from '../../scenarios/session-gateway/settings.js'
import { store as storeSpec } from '../../scenarios/session-gateway/surroundings.js'
import * as reapFaulty from '../../scenarios/session-reap/faulty.js'
import * as reapTableLockOnly from '../../scenarios/session-reap/table-lock-only.js'
import { connectStore } from '../../scenarios/support/store-client.js'
import { startDispatcher } from './support/dispatcher.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Answers a line for each line. */
const WORKER = [
  process.execPath,
  '-e',
  "console.log('ready'); require('node:readline').createInterface(process.stdin).on('line', (line) => console.log('did ' + line))",
]

const open = async (variant: Partial<Parts> = {}, env: NodeJS.ProcessEnv = {}) => {
  const dispatcher = await startDispatcher('uds', storeSpec)
  const store = connectStore(dispatcher.address)
  const gateway = await openGateway({ store, settings: readSettings(env), worker: WORKER }, variant)
  let open = true
  const close = async (): Promise<void> => {
    if (open) await gateway.shutdown()
    open = false
  }
  cleanups.push(dispatcher.close, store.close, close)
  const asked = (): string[] => dispatcher.events.filter(({ type }) => type === 'invoke').map(({ op }) => op)
  return { gateway, asked, close }
}

describe.each([
  ['the gateway', {}],
  ['session-reap, faulty', reapFaulty],
  ['session-reap, table-lock-only', reapTableLockOnly],
])('%s', (_, variant) => {
  test('a session is created, prompted, left, resumed and closed', async () => {
    const { gateway, asked, close } = await open(variant)
    const ann = await connectClient(gateway.url)
    const session = await ann.create()
    expect(await ann.prompt(session, 'TAG-1')).toBe('did TAG-1')
    await ann.drop()
    const again = await connectClient(gateway.url)
    expect(await again.resume(session)).toEqual([])
    expect(await again.list()).toEqual([{ id: session, state: 'idle' }])
    expect(await again.prompt(session, 'TAG-2')).toBe('did TAG-2')
    await again.close(session)
    await expect(again.prompt(session, 'TAG-3')).rejects.toMatchObject({ code: 4001 })
    expect(await again.list()).toEqual([])
    await close()
    expect(asked()).toEqual(['open', 'build', 'read', 'commit', 'end', 'release'])
  })
})
