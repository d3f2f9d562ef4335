// A client that asks one question and goes: each of them numbers its requests by itself, from 1.
import http from 'node:http'

/** Calls the tool and gives the text of its answer; rejects with what the server says went wrong. */
export const lookUp = async (url: string, key: string): Promise<string> => {
  const { status, text } = await post(url, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'look_up', arguments: { key } },
  })
  if (status !== 200) throw new Error(`the server says ${status} ${http.STATUS_CODES[status]}`)
  const { result, error } = JSON.parse(text)
  if (error) throw new Error(error.message)
  return result.content[0].text
}

const post = (url: string, message: unknown): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const request = http.request(url, { method: 'POST', agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject)
    })
    request.on('error', reject).end(JSON.stringify(message))
  })
