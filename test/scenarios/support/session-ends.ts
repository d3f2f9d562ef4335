// Two ways to end meet in one session: a scenario in which they come at the same moment, whichever two they are.
import { setTimeout as sleep } from 'node:timers/promises'
import { callers, noLeaks, scenario, subjectErrors } from '../../../harness/index.js'
import { connectClient, type GatewayClient, GatewayError } from '../../../scenarios/session-gateway/client.js'
import { type Gateway, openGateway, type Parts } from '../../../scenarios/session-gateway/gateway.js'
import { finalizedOnce } from '../../../scenarios/session-gateway/oracles.js'
import { store as storeSpec } from '../../../scenarios/session-gateway/surroundings.js'
import { addressOf } from '../../../scenarios/support/address.js'
import { connectStore } from '../../../scenarios/support/store-client.js'

export const WAYS = ['close', 'disconnect', 'grace', 'idle', 'shutdown'] as const
export type Way = (typeof WAYS)[number]

export const PAIRS = WAYS.flatMap((one, i) => WAYS.slice(i + 1).map((other) => [one, other] as const))

/** When both come; the reaper of idle sessions looks then, and a grace time of half a second that began before is over. */
const MEET_MS = 1000
const GRACE_MS = 500

interface Scene {
  readonly gateway: Gateway
  readonly session: string
  readonly client: GatewayClient
  /** It has lost its client, and its grace time is running. */
  readonly isParked: boolean
  /** Waits until both are to come, or for so many ms less. */
  untilTheyMeet(lessMs?: number): Promise<void>
  shutdown(): Promise<void>
  close(): Promise<void>
}

const WAY: Readonly<Record<Way, (scene: Scene) => Promise<unknown>>> = {
  async close({ gateway, session, untilTheyMeet }) {
    const client = await connectClient(gateway.url)
    await untilTheyMeet()
    await client.close(session).catch(refused)
    await client.drop()
  },
  async disconnect({ gateway, session, client, isParked, untilTheyMeet }) {
    await untilTheyMeet(isParked ? 40 : 0)
    if (!isParked) return client.drop()
    const again = await connectClient(gateway.url)
    await again.resume(session).catch(refused)
    return again.drop()
  },
  grace: ({ untilTheyMeet }) => untilTheyMeet(),
  idle: ({ untilTheyMeet }) => untilTheyMeet(),
  async shutdown({ untilTheyMeet, shutdown }) {
    await untilTheyMeet()
    await shutdown()
  },
}

/** Whoever comes second is told that there is no such session, or that the gateway has gone. */
const refused = (error: Error): void => {
  if (!(error instanceof GatewayError) && error.message !== 'the gateway has disconnected') throw error
}

export const sessionEnds = (load: () => Promise<Partial<Parts>>) =>
  scenario<Partial<Parts>, Scene>({
    name: 'session-ends',
    story: 'Two ways to end meet in one session.',
    dispatcher: storeSpec,
    callers: callers({ operations: Object.fromEntries(WAYS.map((way) => [way, (token: string) => ({ text: token })])) }),
    variants: { only: load },
    async open(variant, { dispatcher, workload }) {
      const beganMs = Date.now()
      const untilTheyMeet = (lessMs = 0): Promise<void> => sleep(MEET_MS - lessMs - (Date.now() - beganMs))
      const isMet = (way: Way): boolean => workload.callers.some(({ operations }) => operations.some(({ op }) => op === way))
      const store = connectStore(addressOf(dispatcher))
      const env = {
        SESSION_GRACE_S: `${GRACE_MS / 1000}`,
        SESSION_SWEEP_S: `${MEET_MS / 1000}`,
        ...(isMet('idle') ? { SESSION_IDLE_S: '0.5' } : {}),
      }
      const gateway = await openGateway({ store, env }, variant)
      const client = await connectClient(gateway.url)
      const isParked = isMet('grace')
      const session = await client.create({ closeOnDisconnect: !isParked })
      if (isParked) await untilTheyMeet(GRACE_MS).then(client.drop)
      let down: Promise<void> | null = null
      return {
        ...{ gateway, session, client, isParked, untilTheyMeet },
        shutdown: () => (down ??= gateway.shutdown()),
        async close() {
          await client.drop()
          store.close()
        },
      }
    },
    perform: (scene, { op }) => WAY[op as Way](scene),
    async observe({ shutdown }, { controls }) {
      await sleep(MEET_MS)
      await shutdown()
      return { shutDownMs: controls.nowMs() }
    },
    oracles: [finalizedOnce(), noLeaks(), subjectErrors()],
  })
