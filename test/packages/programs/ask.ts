// An HTTP request as a user of node:http writes it, and its answer as text.
import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'

export const ask = async (options: http.RequestOptions, body = ''): Promise<string> => {
  const request = http.request(options).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return text(response)
}
