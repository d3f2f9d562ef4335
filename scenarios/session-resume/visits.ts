// What the clients of session-resume do. `home` is a session that was left a moment ago: its grace time of 20 s is running.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient, type GatewayClient } from '../session-gateway/client.js'
import type { House, Visits } from '../session-gateway/house.js'

interface Input {
  readonly text: string
  readonly afterMs: number
}

type Visit = Visits<Input>[string]

/** Resumes a session on a connection of its own and asks it something. */
const askAgain = async (url: string, session: string, use: (client: GatewayClient) => Promise<string>): Promise<string> => {
  const client = await connectClient(url)
  try {
    await client.resume(session)
    return await use(client)
  } finally {
    await client.drop()
  }
}

/** Back when the grace time is nearly over, or just over. */
const comeBack: Visit = async ({ url, home }, { text, afterMs }) => {
  await sleep(afterMs)
  return askAgain(url, home, (client) => client.prompt(home, text))
}

/** Goes with a session, and nobody closes the connection. */
const vanish = async ({ url, vanished }: House): Promise<void> => {
  const client = await connectClient(url)
  await client.create()
  client.vanish()
  vanished.push(client)
}

/**
 * Loses a connection with three sessions: one that ends with it, one that is in the middle of a turn of half a minute, and one for
 * which it is back at once. It stays there for longer than a grace time. Another connection has vanished before.
 */
const reconnect: Visit = async (house, { text }) => {
  const { url } = house
  await vanish(house)
  const client = await connectClient(url)
  await client.create({ closeOnDisconnect: true })
  const talk = await client.create()
  client.prompt(await client.create(), `slowly: ${text}`).catch(() => {})
  await client.drop()
  return askAgain(url, talk, async (again) => {
    await sleep(30_000)
    return again.prompt(talk, text)
  })
}

export const VISITS: Visits<Input> = { come_back: comeBack, reconnect }
