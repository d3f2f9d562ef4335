// A gateway at work: its store, its workers, and a session that somebody has left a moment ago, so that its grace time is running.
import type { Operation, Surroundings } from '../../harness/index.js'
import { addressOf } from '../support/address.js'
import { connectStore } from '../support/store-client.js'
import type { ActiveSession } from './active-list.js'
import { connectClient, type GatewayClient } from './client.js'
import { type Gateway, openGateway, type Parts } from './gateway.js'
import { provideWorkers } from './surroundings.js'

export interface House extends Pick<Gateway, 'url' | 'list' | 'shutdown'> {
  /** Its first session. */
  readonly home: string
  /** Clients that have not closed their connections: that is done with the house. */
  readonly vanished: GatewayClient[]
  /** Leaves the store. */
  close(): Promise<void>
}

type Means = Pick<Surroundings, 'dispatcher' | 'controls'>

/** What was seen at the end. */
export interface Observed {
  /** When the gateway said that it was shut down. */
  readonly shutDownMs: number
  /** The sessions that were still there long after everybody had left. */
  readonly left?: readonly ActiveSession[]
}

/** What the gateway is told to have failed, and what nobody waits for, is a finding. */
const fail = (error: Error): never => {
  throw error
}

/** With a session that was left a moment ago, and has an agent and a worker. `env`: what the operator has set; by default nothing. */
export const openHouse = async (variant: Partial<Parts>, surroundings: Means, env: NodeJS.ProcessEnv = {}): Promise<House> => {
  const house = await openEmpty(variant, surroundings, env)
  const client = await connectClient(house.url)
  const home = await client.create()
  await client.prompt(home, 'hello')
  await client.drop()
  return { ...house, home }
}

/**
 * With as many sessions, `s-1`, `s-2` and so on, of a client that stays: they have neither an agent nor a worker yet. There are no
 * pings and no idle reaper, which would go on for ever: so it is seen who waits for ever.
 */
export const openSettled = async (variant: Partial<Parts>, surroundings: Means, sessions: number): Promise<House> => {
  const house = await openEmpty(variant, surroundings, { SESSION_SWEEP_S: '0', SESSION_PING_S: '0' })
  const client = await connectClient(house.url)
  const home = await client.create()
  for (let others = 1; others < sessions; others++) await client.create()
  house.vanished.push(client)
  return { ...house, home }
}

const openEmpty = async (
  variant: Partial<Parts>,
  { dispatcher, controls }: Means,
  env: NodeJS.ProcessEnv = {},
): Promise<Omit<House, 'home'>> => {
  provideWorkers(controls)
  const store = connectStore(addressOf(dispatcher))
  const { url, list, shutdown } = await openGateway({ store, env, warn: fail }, variant)
  const vanished: GatewayClient[] = []
  let isDown = false
  return {
    ...{ url, list, vanished },
    async shutdown() {
      await shutdown()
      isDown = true
    },
    async close() {
      // Whoever still waits for the store waits on: nobody is told that it has gone.
      if (isDown) store.close()
      await Promise.all(vanished.map(({ drop }) => drop()))
    },
  }
}

/** What a client does, by the name of an operation. */
export type Visits<Input, Output = string> = Readonly<Record<string, (house: House, input: Input) => Promise<Output>>>

export const visiting =
  <Input, Output>(visits: Visits<Input, Output>) =>
  (house: House, { op, input }: Operation): Promise<Output> => {
    const visit = visits[op]
    if (visit === undefined) throw new TypeError(`no such visit: ${op}`)
    return visit(house, input as unknown as Input)
  }

export const shutDown = async ({ shutdown }: House, { controls }: Surroundings): Promise<Observed> => {
  await shutdown()
  return { shutDownMs: controls.nowMs() }
}
