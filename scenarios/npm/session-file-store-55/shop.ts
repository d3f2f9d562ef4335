// A shop whose sessions lie in files: each visitor has chosen a currency, and looks at pages that take a while to put together.
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Request, type RequestHandler, type Response } from 'express'

type SessionPackage = (options: { secret: string; resave: boolean; saveUninitialized: boolean; store: unknown }) => RequestHandler

type SessionCallback = (error: Error | null, session?: unknown) => void

/** What the shop needs of a store. */
export interface FileStore {
  set(id: string, session: unknown, done: SessionCallback): void
  touch(id: string, session: unknown, done: SessionCallback): void
}

export interface SessionStorePackage {
  readonly session: SessionPackage
  readonly FileStore: new (options: { path: string; reapInterval: number; logFn(): void }) => FileStore
}

/** What a session holds, as the package hands it to a request. */
type Visit = Request & { readonly session: { currency?: string } }

export interface Shop {
  readonly url: string
  close(): void
}

/** `page` puts a page together, which takes a while. */
export const openShop = async (packages: SessionStorePackage, folder: string, page: () => Promise<void>): Promise<Shop> => {
  const store = oneAtATime(new packages.FileStore({ path: folder, reapInterval: -1, logFn() {} }))
  const app = express()
  app.use(packages.session({ secret: 'shop', resave: false, saveUninitialized: true, store }))
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

/** Files are written in many steps: what is to be done to one session waits for what is being done to it. */
const oneAtATime = (store: FileStore): FileStore => {
  const last = new Map<string, Promise<void>>()
  for (const name of ['set', 'touch'] as const) {
    const method = store[name].bind(store)
    store[name] = (id, session, done) => {
      const turn = (last.get(id) ?? Promise.resolve()).then(
        () =>
          new Promise<void>((resolve) =>
            method(id, session, (...outcome) => {
              done(...outcome)
              resolve()
            }),
          ),
      )
      last.set(id, turn)
    }
  }
  return store
}

const listening = (app: ReturnType<typeof express>): Promise<http.Server> =>
  new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
