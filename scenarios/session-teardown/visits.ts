// What the clients of session-teardown do: sessions that end in two ways at a time, and sessions that must not end yet.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient, type GatewayClient, GatewayError } from '../session-gateway/client.js'
import type { Visits } from '../session-gateway/house.js'
import { CODES } from '../session-gateway/session.js'

interface Input {
  readonly text: string
}

type Visit = Visits<Input>[string]

/** Closes a session that ends with its connection anyway, and loses the connection; its agent, and another session, may be in the making. */
const closeAndGo = async (url: string, text: string): Promise<string> => {
  const client = await connectClient(url)
  const session = await client.create({ closeOnDisconnect: true })
  client.prompt(session, text).catch(() => {})
  client.close(session).catch(() => {})
  client.create({ closeOnDisconnect: true }).catch(() => {})
  const marked = await client.create({ closeOnDisconnect: true })
  await client.drop()
  return marked
}

const unlessGone = (error: unknown): void => {
  if (!(error instanceof GatewayError) || error.code !== CODES.notFound) throw error
}

/** For the shutdown, which comes next: a session, and one that is still in the making. */
const leaveOne = async (client: GatewayClient): Promise<void> => {
  await client.create()
  client.create().catch(() => {})
  await client.drop()
}

interface Expected {
  readonly there?: readonly string[]
  readonly gone: readonly string[]
}

const look = async (client: GatewayClient, { there = [], gone }: Expected): Promise<void> => {
  const listed = (await client.list()).map(({ id }) => id)
  for (const id of there) if (!listed.includes(id)) throw new Error(`${id} has ended, though its grace time is running`)
  for (const id of gone) if (listed.includes(id)) throw new Error(`${id} is there, though it had to end`)
}

/** Leaves two sessions, and closes one of them a moment before or after their grace time is over. */
const close: Visit = async ({ url }, { text }) => {
  const marked = await closeAndGo(url, text)
  const first = await connectClient(url)
  const [session, other] = [await first.create(), await first.create()]
  await first.drop()
  await sleep(5000)
  const client = await connectClient(url)
  await look(client, { there: [session, other], gone: [marked] })
  await sleep(14_000)
  await look(client, { there: [session, other], gone: [marked] })
  await sleep(1000)
  await client.close(session).catch(unlessGone)
  await sleep(5000)
  await look(client, { gone: [session, other] })
  await leaveOne(client)
  return `closed: ${text}`
}

/** Asks a session that was left something that takes half a minute, without resuming it: its grace time is over meanwhile. */
const askFromElsewhere = async (url: string, text: string): Promise<string> => {
  const first = await connectClient(url)
  const session = await first.create()
  await first.drop()
  const client = await connectClient(url)
  try {
    return await client.prompt(session, `slowly: ${text}`)
  } finally {
    await client.drop()
  }
}

/**
 * Stays, and asks something now and then, so that its session is never idle for long, though it is old when the reaper of idle sessions
 * looks for the second time; from its close on the session is gone.
 */
const stay = async (url: string): Promise<void> => {
  const client = await connectClient(url)
  const session = await client.create()
  await sleep(10_000)
  await client.prompt(session, 'hello')
  await sleep(12_000)
  await client.prompt(session, 'hello again')
  await sleep(20_000)
  await client.prompt(session, 'and again')
  await client.close(session)
  await client.prompt(session, 'still there?').then(stillThere, unlessGone)
  await client.drop()
}

/** Stays and says nothing, until the reaper of idle sessions has looked for the second time. */
const idle = async (url: string): Promise<void> => {
  const client = await connectClient(url)
  const session = await client.create()
  await sleep(45_000)
  await client.prompt(session, 'still there?').then(stillThere, unlessGone)
  await leaveOne(client)
}

const stillThere = (): never => {
  throw new Error('a session that had to end answers')
}

const ask: Visit = async ({ url }, { text }) => {
  const [answer] = await Promise.all([askFromElsewhere(url, text), stay(url), idle(url)])
  return answer
}

export const VISITS: Visits<Input> = { close, ask }
