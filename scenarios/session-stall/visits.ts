// What the clients of session-stall do: each has to do with one session, or with none that is there yet.
import { connectClient, type GatewayClient, GatewayError } from '../session-gateway/client.js'
import type { Visits } from '../session-gateway/house.js'

interface Input {
  readonly text: string
  readonly session?: string
}

type Visit = Visits<Input>[string]

/** On a connection of its own; what the gateway refuses is an answer too. */
const briefly =
  (use: (client: GatewayClient, session: string, text: string) => Promise<unknown>): Visit =>
  async ({ url }, { text, session = '' }) => {
    const client = await connectClient(url)
    try {
      return `${await use(client, session, text)}: ${text}`
    } catch (error) {
      if (error instanceof GatewayError) return `${error.message}: ${text}`
      throw error
    } finally {
      await client.drop()
    }
  }

export const VISITS: Visits<Input> = {
  ask: briefly((client, session, text) => client.resume(session).then(() => client.prompt(session, text))),
  resume: briefly((client, session) => client.resume(session)),
  close: briefly((client, session) => client.close(session)),
  create: briefly((client) => client.create({ closeOnDisconnect: true })),
}
