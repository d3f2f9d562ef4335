// An MCP client that is connected when it is first needed: whoever comes meanwhile connects another one, and one child is forgotten.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { World } from '../../../harness/index.js'
import { callTool, createServer, INFO } from '../programs/mcp-server.js'
import { trio } from '../programs/trio.js'
import type { Mistake } from './mistake.js'

const connect = async (): Promise<Client> => {
  const client = new Client(INFO)
  await client.connect(new StdioClientTransport({ command: 'lookup-server' }))
  return client
}

const converse = async (world: World, connected: () => Promise<Client>): Promise<void> => {
  world.program('lookup-server', async ({ stdin, stdout }) => {
    await createServer(world).connect(new StdioServerTransport(stdin as never, stdout as never))
  })
  await world.together(trio(async (name) => callTool(name, 'look_up', { client: await connected(), world })))
  await (await connected()).close()
}

export const mistake: Mistake = {
  says: 'MCP SDK: a client is connected when it is first needed, by each caller that comes before it is',
  oracle: 'leaks',
  faulty(world) {
    let client: Client | null = null
    return converse(world, async () => (client ??= await connect()))
  },
  mended(world) {
    let connecting: Promise<Client> | null = null
    return converse(world, () => (connecting ??= connect()))
  },
}
