// A shop whose sessions lie in files: each visitor has chosen a currency, and looks at pages that take a while to put together.
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request, type RequestHandler, type Response } from 'express'

type SessionPackage = (options: { secret: string; resave: boolean; saveUninitialized: boolean; store: unknown }) => RequestHandler

export interface SessionStorePackage {
  readonly session: SessionPackage
  readonly FileStore: new (options: { path: string; reapInterval: number; logFn(): void }) => unknown
}

/** What a session holds, as the package hands it to a request. */
type Visit = Request & { readonly session: { currency?: string } }

export interface ShopOptions {
  /** Comes before the session is loaded. */
  readonly before: RequestHandler
  /** Puts a page together, which takes a while. */
  readonly page: () => Promise<void>
}

export interface Shop {
  readonly url: string
  close(): void
}

/** `folder` is where sessions lie. */
export const openShop = async (
  { session, FileStore }: SessionStorePackage,
  folder: string,
  { before, page }: ShopOptions,
): Promise<Shop> => {
  const store = new FileStore({ path: folder, reapInterval: -1, logFn() {} })
  const app = express()
  app.use(before)
  app.use(session({ secret: 'shop', resave: false, saveUninitialized: true, store }))
  app.put('/currency/:name', (request, response) => {
    const { session } = request as unknown as Visit
    session.currency = request.params.name
    response.send('chosen')
  })
  app.get('/currency', (request, response) => void response.send(`${(request as Visit).session.currency}`))
  app.get('/page', async (_: Request, response: Response) => {
    await page()
    response.send('a page')
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

const listening = (app: ReturnType<typeof express>): Promise<http.Server> =>
  new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
