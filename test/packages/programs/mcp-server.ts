// The MCP server that the programs around the SDK talk to: one tool that takes a while, and one that fails.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import type { World } from '../../../harness/index.js'

export const INFO = { name: 'lookup', version: '1.0.0' }

export const createServer = ({ slow }: World): McpServer => {
  const lookUp = slow(async (key: string) => `value of ${key}`, 'look up')
  const server = new McpServer(INFO)
  server.registerTool('look_up', { inputSchema: { key: z.string() } }, async ({ key }) => {
    return { content: [{ type: 'text', text: await lookUp(key) }] }
  })
  server.registerTool('fail', { inputSchema: { key: z.string() } }, async ({ key }) => {
    throw new Error(`cannot ${key}`)
  })
  return server
}

/** Calls a tool of the server as `name`. */
export const callTool = (name: string, tool: 'look_up' | 'fail', { client, world }: { client: Client; world: World }) =>
  world.call(name, tool, (token) => client.callTool({ name: tool, arguments: { key: token } }), { op: tool })
