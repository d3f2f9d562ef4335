// What the clients of session-reap do. `home` is a session that was left some time ago: its grace time of 20 s is running.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient, GatewayError } from '../session-gateway/client.js'
import type { Visits } from '../session-gateway/house.js'

interface Input {
  readonly text: string
  readonly afterMs: number
  readonly closes: boolean
}

type Visit = Visits<Input>[string]

/** A session for one question, whose answer nobody waits for. Either it is closed, or it ends with its connection. */
const ask: Visit = async ({ url }, { text, closes }) => {
  const client = await connectClient(url)
  const session = await client.create({ closeOnDisconnect: !closes })
  client.prompt(session, text).catch(() => {})
  if (closes) client.close(session).catch(() => {})
  await client.drop()
  return `left: ${text}`
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

export const VISITS: Visits<Input> = { ask, come_back: comeBack }
