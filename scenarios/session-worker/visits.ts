// What the clients of session-worker do: a session for one question, and gone.
import { connectClient } from '../session-gateway/client.js'
import type { House } from '../session-gateway/house.js'

export type Visit = (house: House, text: string) => Promise<string>

/** Closes the session as soon as it has its answer. */
const ask: Visit = async ({ url }, text) => {
  const client = await connectClient(url)
  const session = await client.create()
  const answer = await client.prompt(session, text)
  await client.close(session)
  await client.drop()
  return answer
}

/** Does not wait for the answer, and loses the connection. */
const hangUp: Visit = async ({ url }, text) => {
  const client = await connectClient(url)
  const session = await client.create({ closeOnDisconnect: true })
  client.prompt(session, text).catch(() => {})
  await client.drop()
  return `left: ${text}`
}

export const VISITS: Readonly<Record<string, Visit>> = { ask, hang_up: hangUp }
