// A tool server that speaks the Model Context Protocol over HTTP: one server and one transport, made at start-up, for everybody who asks.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** What the server needs of the package, the same in both versions. */
export interface McpPackage {
  readonly McpServer: new (info: { name: string; version: string }) => McpServer
  readonly StreamableHTTPServerTransport: new (options: {
    sessionIdGenerator: undefined
    enableJsonResponse: boolean
  }) => Transport
}

interface McpServer {
  registerTool(
    name: string,
    config: { inputSchema: Record<string, z.ZodTypeAny> },
    handler: (args: { key: string }) => Promise<unknown>,
  ): unknown
  connect(transport: Transport): Promise<void>
  close(): Promise<void>
}

interface Transport {
  handleRequest(request: http.IncomingMessage, response: http.ServerResponse): Promise<void>
}

export interface ToolServer {
  readonly url: string
  close(): void
}

/** `lookUp` is what the one tool does: it takes a key and, after a while, gives what is kept under it. */
export const startToolServer = async (mcp: McpPackage, lookUp: (key: string) => Promise<string>): Promise<ToolServer> => {
  const server = new mcp.McpServer({ name: 'lookup', version: '1.0.0' })
  server.registerTool('look_up', { inputSchema: { key: z.string() } }, async ({ key }) => ({
    content: [{ type: 'text', text: await lookUp(key) }],
  }))
  const transport = new mcp.StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true })
  await server.connect(transport)

  const listener = http.createServer((request, response) => {
    transport.handleRequest(request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(error.message)
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`,
    close() {
      void server.close()
      listener.closeAllConnections()
      listener.close()
    },
  }
}
