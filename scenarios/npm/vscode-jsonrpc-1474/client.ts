// A JSON-RPC connection over HTTP: what is written is posted, what is read comes as lines of one long response.
import http from 'node:http'
import type { DataCallback, Disposable, Message, MessageConnection } from 'vscode-jsonrpc-faulty'

/** The package, in one of its versions. */
export type JsonRpcPackage = Pick<
  typeof import('vscode-jsonrpc-faulty'),
  'createMessageConnection' | 'AbstractMessageReader' | 'AbstractMessageWriter'
>

export interface Client {
  request(method: string, params: unknown): Promise<unknown>
  /** Lets what is being written be taken, then hangs up. */
  close(): Promise<void>
}

export const openClient = async (rpc: JsonRpcPackage, url: string): Promise<Client> => {
  const events = await open(url, 'GET')
  const posting = new Set<Promise<void>>()

  const post = async (message: Message): Promise<void> => {
    const response = await open(url, 'POST', JSON.stringify(message))
    response.resume()
    if (response.statusCode !== 202) throw new Error(`the service says ${response.statusCode}`)
  }

  class EventReader extends rpc.AbstractMessageReader {
    listen(callback: DataCallback): Disposable {
      let text = ''
      const onData = (chunk: string): void => {
        const lines = (text + chunk).split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) callback(JSON.parse(line))
      }
      events.setEncoding('utf8').on('data', onData)
      return { dispose: () => void events.off('data', onData) }
    }
  }

  class PostWriter extends rpc.AbstractMessageWriter {
    /** Settles when the service has taken the message. */
    async write(message: Message): Promise<void> {
      const posted = post(message).finally(() => posting.delete(posted))
      posting.add(posted)
      return posted
    }

    end(): void {}
  }

  const connection: MessageConnection = rpc.createMessageConnection(new EventReader(), new PostWriter())
  connection.listen()
  return {
    request: (method, params) => connection.sendRequest(method, params),
    async close() {
      await Promise.allSettled(posting)
      connection.dispose()
      events.destroy()
    },
  }
}

const open = (url: string, method: string, body?: string): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    http.request(url, { method, agent: false }, resolve).on('error', reject).end(body)
  })
