// express: a router with JSON bodies, parameters, a middleware that waits, and an error handler; asked over a keep-alive agent.
import { once } from 'node:events'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type NextFunction, type Request, type Response } from 'express'
import type { PackageProgram } from '../tour.js'
import { ask } from './ask.js'
import { trio } from './trio.js'

const createApp = () => {
  const orders = new Map<string, string>()
  const app = express()
  app.use(express.json())
  app.use(async (_request, _response, next) => {
    await sleep(1)
    next()
  })
  app.put('/orders/:id', (request, response) => {
    orders.set(request.params.id, request.body.item)
    response.status(201).json({ id: request.params.id, item: request.body.item })
  })
  app.get('/orders/:id', async (request, response) => {
    const item = orders.get(request.params.id)
    if (item === undefined) throw new RangeError(`no order ${request.params.id}`)
    response.json({ id: request.params.id, item })
  })
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    response.status(404).json({ error: error.message })
  })
  return app
}

export const program: PackageProgram = {
  name: 'express',
  async body({ together, call }) {
    const server = createApp().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true })
    const headers = { 'content-type': 'application/json' }

    const put = (token: string) =>
      ask({ agent, port, method: 'PUT', path: `/orders/${token}`, headers }, JSON.stringify({ item: `item ${token}` }))
    const get = (token: string) => ask({ agent, port, path: `/orders/${token}` })
    await together(
      trio(async (name) => {
        const order = { token: `order-${name}` }
        await call(name, order, put, { op: 'put' })
        await call(name, order, get, { op: 'get' })
        await call(name, { token: `none-${name}` }, get, { op: 'get' })
      }),
    )

    agent.destroy()
    server.close()
    await once(server, 'close')
  },
}
