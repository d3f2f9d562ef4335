// The MCP SDK over Streamable HTTP: one server, two clients with a session each, three callers; answers come as events.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { World } from '../../../harness/index.js'
import type { PackageProgram } from '../tour.js'
import { callTool, createServer, INFO } from './mcp-server.js'
import { trio } from './trio.js'

/** A server and a transport for each session, as the SDK's own documentation has it. */
const createListener = (world: World): http.Server => {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await createServer(world).connect(transport as Transport)
    return transport
  }
  return http.createServer(async (request, response) => {
    const transport = sessions.get(String(request.headers['mcp-session-id'])) ?? (await open())
    await transport.handleRequest(request, response)
  })
}

const connect = async (url: URL) => {
  const client = new Client(INFO)
  const transport = new StreamableHTTPClientTransport(url)
  await client.connect(transport as Transport)
  return { client, transport }
}

export const program: PackageProgram = {
  name: 'MCP SDK, Streamable HTTP',
  async body(world) {
    const listener = createListener(world).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const url = new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`)

    const [first, second] = await Promise.all([connect(url), connect(url)])
    const sessions = { ann: first, bob: second, cat: second }
    await world.together(trio((name) => callTool(name, 'look_up', { client: sessions[name].client, world })))
    for (const { client, transport } of [first, second]) {
      await transport.terminateSession()
      await client.close()
    }

    listener.closeAllConnections()
    listener.close()
    await once(listener, 'close')
  },
}
