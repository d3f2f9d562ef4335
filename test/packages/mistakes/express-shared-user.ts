// An express application whose middleware puts the user of the request where every request finds it.
import { once } from 'node:events'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Response } from 'express'
import type { World } from '../../../harness/index.js'
import { ask } from '../programs/ask.js'
import { trio } from '../programs/trio.js'
import type { Mistake } from './mistake.js'

type Locals = { user?: string }

/** `localsOf`: where the middleware keeps the user. */
const converse = async ({ together, call }: World, localsOf: (response: Response) => Locals): Promise<void> => {
  const app = express()
  app.use(async (request, response, next) => {
    localsOf(response).user = String(request.headers['x-user'])
    await sleep(1)
    next()
  })
  app.get('/me', (_request, response) => void response.json(localsOf(response).user))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  await together(
    trio((name) => call(name, 'who am I', (token) => ask({ agent, port, path: '/me', headers: { 'x-user': token } }))),
  )
  agent.destroy()
  server.close()
  await once(server, 'close')
}

export const mistake: Mistake = {
  says: 'express: a middleware keeps the user of a request in a variable of the module',
  oracle: 'own-response',
  faulty: (world) => {
    const shared: Locals = {}
    return converse(world, () => shared)
  },
  mended: (world) => converse(world, ({ locals }) => locals),
}
