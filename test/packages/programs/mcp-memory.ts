// The MCP SDK in memory: three callers share one client, whose requests are told apart by their ids.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { PackageProgram } from '../tour.js'
import { callTool, createServer, INFO } from './mcp-server.js'
import { trio } from './trio.js'

export const program: PackageProgram = {
  name: 'MCP SDK, in memory',
  async body(world) {
    const [near, far] = InMemoryTransport.createLinkedPair()
    await createServer(world).connect(far)
    const client = new Client(INFO)
    await client.connect(near)

    await world.together(
      trio(async (name) => {
        await callTool(name, 'look_up', { client, world })
        await callTool(name, 'fail', { client, world })
      }),
    )

    await client.close()
  },
}
