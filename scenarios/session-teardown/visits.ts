// What the clients of session-teardown do: five ways in which a session ends, two of them at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient } from '../session-gateway/client.js'
import type { Visits } from '../session-gateway/house.js'

interface Input {
  readonly text: string
  readonly late: boolean
}

type Visit = Visits<Input>[string]

/** Closes a session that ends with its connection anyway, and loses the connection; its agent may be in the making. */
const closeAndGo: Visit = async ({ url }, { text }) => {
  const client = await connectClient(url)
  const session = await client.create({ closeOnDisconnect: true })
  client.prompt(session, text).catch(() => {})
  client.close(session).catch(() => {})
  await client.drop()
  return `left: ${text}`
}

/** Asks a session that was left something that takes half a minute, without resuming it: its grace time is over meanwhile. */
const askFromElsewhere: Visit = async ({ url }, { text }) => {
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

/** Closes a session a moment before or after its grace time is over. */
const closeLate: Visit = async ({ url }, { text }) => {
  const first = await connectClient(url)
  const session = await first.create()
  await first.drop()
  await sleep(20_000)
  const client = await connectClient(url)
  await client.close(session).catch(() => {})
  await client.drop()
  return `closed: ${text}`
}

export const VISITS: Visits<Input> = {
  close: (house, input) => (input.late ? closeLate(house, input) : closeAndGo(house, input)),
  ask_from_elsewhere: askFromElsewhere,
}
