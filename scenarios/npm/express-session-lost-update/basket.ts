// A shop that keeps the basket of a visitor in the session, in memory: what is put into it is reserved first, which takes a while.
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request, type RequestHandler } from 'express'

/** The package has no types of its own. */
export type SessionPackage = (options: { secret: string; resave: boolean; saveUninitialized: boolean }) => RequestHandler

interface Session {
  visitor?: string
  items?: string[]
  destroy(done: (error?: Error) => void): void
}

type Visit = Request & { readonly session: Session }

export interface BasketOptions {
  /** Comes before the session is loaded. */
  readonly before: RequestHandler
  /** Reserves an item, which takes a while. */
  readonly reserve: (item: string) => Promise<void>
}

export interface Baskets {
  readonly url: string
  close(): void
}

export const openBaskets = async (session: SessionPackage, { before, reserve }: BasketOptions): Promise<Baskets> => {
  const app = express()
  app.use(before)
  app.use(session({ secret: 'basket', resave: false, saveUninitialized: false }))
  app.post('/login/:visitor', (request, response) => {
    sessionOf(request).visitor = request.params.visitor
    response.send('welcome')
  })
  app.post('/items/:item', async (request, response) => {
    await reserve(request.params.item)
    const basket = sessionOf(request)
    basket.items = [...(basket.items ?? []), request.params.item]
    response.send('reserved')
  })
  app.post('/logout', (request, response) => sessionOf(request).destroy(() => response.send('bye')))
  app.get('/', (request, response) => {
    const { visitor = null, items = [] } = sessionOf(request)
    response.json({ visitor, items })
  })
  const server = await listening(app)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const sessionOf = (request: Request): Session => (request as unknown as Visit).session

const listening = (app: ReturnType<typeof express>): Promise<http.Server> =>
  new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
