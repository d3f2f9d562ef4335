// What the clients of session-list do: each knows what has become of its own sessions, and looks at the list.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ActiveSession } from '../session-gateway/active-list.js'
import { connectClient, type GatewayClient, GatewayError } from '../session-gateway/client.js'
import type { Visits } from '../session-gateway/house.js'
import { CODES } from '../session-gateway/session.js'

interface Input {
  readonly text: string
}

/** The list that a client was given, and what it knows of its own sessions. */
export interface Look {
  readonly text: string
  readonly listed: readonly ActiveSession[]
  /** Those that live, by what they are in words: `the session that was left`. */
  readonly live: Readonly<Record<string, ActiveSession>>
  /** The one that it was told not to be there any more, before it asked for the list. */
  readonly gone: string | null
}

/** A session that its client leaves, in the middle of an answer where `prompt` is given. */
const leave = async (url: string, prompt?: string): Promise<string> => {
  const client = await connectClient(url)
  const session = await client.create()
  if (prompt !== undefined) client.prompt(session, prompt).catch(() => {})
  await client.drop()
  return session
}

/** A session may be torn down for a while; whoever is told that there is none does not find it in the list either. */
const isGone = (client: GatewayClient, session: string, text: string): Promise<boolean> =>
  client.prompt(session, text).then(
    () => false,
    (error: unknown) => {
      if (error instanceof GatewayError && error.code === CODES.notFound) return true
      throw error
    },
  )

/** A moment, in which a session is parked, and which is far from a grace time. */
const MOMENT_MS = 1000

const look: Visits<Input, Look>[string] = async ({ url }, { text }) => {
  const [parked, busy] = await Promise.all([leave(url), leave(url, `slowly: ${text}`)])
  await sleep(MOMENT_MS)
  const client = await connectClient(url)
  const [attached, closed] = [await client.create(), await client.create()]
  const closing = client.close(closed)
  const gone = (await isGone(client, closed, text)) ? closed : null
  const listed = await client.list()
  await closing
  await client.drop()
  return {
    text,
    listed,
    live: {
      'the session of its own': { id: attached, state: 'idle' },
      'the session that was left': { id: parked, state: 'parked' },
      'the session that was left with a question': { id: busy, state: 'running' },
    },
    gone,
  }
}

export const VISITS: Visits<Input, Look> = { look }
