// A language service behind HTTP: messages are posted to it, and everything that it has to say comes as lines of one long response.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Service {
  readonly url: string
  close(): void
}

/** `work` does what a request asks for, after a while. */
export const startService = async (work: (params: unknown) => Promise<unknown>): Promise<Service> => {
  let events: http.ServerResponse | null = null
  const handle = async (text: string): Promise<void> => {
    const { id, params } = JSON.parse(text)
    const result = await work(params)
    events?.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
  }
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') {
      events = response
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
      return
    }
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      response.writeHead(202).end()
      void handle(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
