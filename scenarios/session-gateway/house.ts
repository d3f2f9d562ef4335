// A gateway at work: its store, its workers, and a session that somebody has left a moment ago, so that its grace time is running.
import type { Surroundings } from '../../harness/index.js'
import { connectStore } from '../support/store-client.js'
import { connectClient } from './client.js'
import { type Gateway, openGateway, type Parts } from './gateway.js'
import { addressOf, provideWorkers } from './surroundings.js'

export interface House extends Pick<Gateway, 'url' | 'list' | 'shutdown'> {
  /** The session that was left: it has an agent and a worker. */
  readonly home: string
  /** Leaves the store. */
  close(): void
}

/** What was seen at the end. */
export interface Observed {
  /** When the gateway said that it was shut down. */
  readonly shutDownMs: number
  /** The sessions that were still there long after everybody had left. */
  readonly left?: readonly string[]
}

export const openHouse = async (variant: Partial<Parts>, { dispatcher, controls }: Surroundings): Promise<House> => {
  provideWorkers(controls)
  const store = connectStore(addressOf(dispatcher))
  const { url, list, shutdown } = await openGateway({ store }, variant)
  const client = await connectClient(url)
  const home = await client.create()
  await client.prompt(home, 'hello')
  await client.drop()
  return {
    url,
    list,
    shutdown,
    home,
    close: store.close,
  }
}

export const shutDown = async ({ shutdown }: House, { controls }: Surroundings): Promise<Observed> => {
  await shutdown()
  return { shutDownMs: controls.nowMs() }
}
