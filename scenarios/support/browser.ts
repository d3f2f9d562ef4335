// What a browser does for an application in a scenario: one request, and the cookies that came with an earlier answer.
import http from 'node:http'

export interface Answer {
  readonly status: number
  readonly text: string
  /** What the server asks to be sent with every further request; `''` where it asks for nothing. */
  readonly cookie: string
}

export interface Asked {
  readonly method?: string
  readonly cookie?: string
}

/** Asks over a connection of its own. */
export const ask = (url: string, { method = 'GET', cookie = '' }: Asked = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = cookie === '' ? {} : { cookie }
    const request = http.request(url, { method, agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      const cookies = (response.headers['set-cookie'] ?? []).map((header) => header.split(';')[0])
      response
        .on('end', () => resolve({ status: response.statusCode ?? 0, text, cookie: cookies.join('; ') }))
        .on('error', reject)
    })
    request.on('error', reject).end()
  })

/** The text of an answer; rejects with what the server says went wrong. */
export const textOf = ({ status, text }: Answer): string => {
  if (status !== 200) throw new Error(`the server says ${status} ${text}`)
  return text
}
