// What the clients of session-worker do: a session for one question, and gone.
import { connectClient } from '../session-gateway/client.js'
import type { Visits } from '../session-gateway/house.js'

interface Input {
  readonly text: string
}

type Visit = Visits<Input>[string]

/** Asks two things at once, then another worker a third, and closes the session as soon as it has its answer. */
const ask: Visit = async ({ url }, { text }) => {
  const client = await connectClient(url)
  const session = await client.create()
  await Promise.all([client.prompt(session, `run ${text}`), client.prompt(session, text)])
  const answer = await client.prompt(session, `recall ${text}`)
  if (answer !== `did recall ${text} after `) throw new Error(`the worker remembers what was said before: ${answer}`)
  await client.close(session)
  await client.drop()
  return answer
}

/** Does not wait for the answer, and loses the connection. */
const hangUp: Visit = async ({ url }, { text }) => {
  const client = await connectClient(url)
  const session = await client.create({ closeOnDisconnect: true })
  client.prompt(session, text).catch(() => {})
  await client.drop()
  return `left: ${text}`
}

export const VISITS: Visits<Input> = { ask, hang_up: hangUp }
