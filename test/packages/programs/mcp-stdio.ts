// The MCP SDK over standard streams: the client spawns its server, and three callers share it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { PackageProgram } from '../tour.js'
import { callTool, createServer, INFO } from './mcp-server.js'
import { trio } from './trio.js'

export const program: PackageProgram = {
  name: 'MCP SDK, standard streams',
  async body(world) {
    world.program('lookup-server', async ({ stdin, stdout }) => {
      await createServer(world).connect(new StdioServerTransport(stdin as never, stdout as never))
    })
    const client = new Client(INFO)
    await client.connect(new StdioClientTransport({ command: 'lookup-server', args: ['--quiet'] }))

    await world.together(
      trio(async (name) => {
        await callTool(name, 'look_up', { client, world })
        await callTool(name, 'fail', { client, world })
      }),
    )

    await client.close()
  },
}
