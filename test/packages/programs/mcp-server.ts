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

/** What a caller does with a client: looks something up, fails, looks something up. */
export const converse = async (name: string, client: Client, { call }: World): Promise<void> => {
  for (const tool of ['look_up', 'fail', 'look_up']) {
    await call(name, tool, (token) => client.callTool({ name: tool, arguments: { key: token } }), { op: tool })
  }
}
