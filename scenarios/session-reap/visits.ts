// What the clients of session-reap do. `home` is a session that was left some time ago: its grace time of 20 s is running.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient, GatewayError } from '../session-gateway/client.js'

export interface Place {
  readonly url: string
  readonly home: string
}

interface Input {
  readonly text: string
  readonly afterMs: number
}

export type Visit = (place: Place, input: Input) => Promise<string>

/** A session for one question, whose answer nobody waits for. */
const hangUp: Visit = async ({ url }, { text }) => {
  const client = await connectClient(url)
  const session = await client.create({ closeOnDisconnect: true })
  client.prompt(session, text).catch(() => {})
  await client.drop()
  return `left: ${text}`
}

/** The same, and the session is closed before the connection is. */
const close: Visit = async ({ url }, { text }) => {
  const client = await connectClient(url)
  const session = await client.create()
  client.prompt(session, text).catch(() => {})
  client.close(session).catch(() => {})
  await client.drop()
  return `closed: ${text}`
}

/** Back to the session that was left; where it is still there it answers. */
const comeBack: Visit = async ({ url, home }, { text, afterMs }) => {
  await sleep(afterMs)
  const client = await connectClient(url)
  try {
    await client.resume(home)
  } catch (error) {
    await client.drop()
    if (error instanceof GatewayError) return `${error.message}: ${text}`
    throw error
  }
  return client.prompt(home, text).finally(client.drop)
}

export const VISITS: Readonly<Record<string, Visit>> = { hang_up: hangUp, close, come_back: comeBack }
