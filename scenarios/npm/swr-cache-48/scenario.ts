// Scenario: somebody's renewal is slow, and whoever reads meanwhile waits for it, though what is there could be served.
import {
  callers,
  type Json,
  mockDispatcher,
  noLeaks,
  nonInterference,
  oneOf,
  ownResponse,
  scenario,
  uniform,
} from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { createNews, type SwrPackage } from './news.js'

interface Input {
  readonly topic: string
}

interface Item {
  readonly key: string
  readonly value: Json
}

const TOPICS = ['sports', 'weather'] as const

const load = (name: string): Promise<SwrPackage> => import(name)

/** Whose operation it is, or whose renewal: that of one reader is no business of the others. */
const renewalOf = ({ input, token }: { readonly input?: unknown; readonly token?: string }): string | null =>
  token ?? (input as { readonly reader?: string }).reader ?? null

export default scenario({
  name: 'npm/swr-cache-48',
  story: 'A slow renewal makes the next reader wait, in the place of giving out what is there.',
  dispatcher: mockDispatcher({
    tools: () => {
      const items = new Map<string, Json>()
      return {
        news: (args) => `${(args as unknown as Input).topic} of today`,
        get: (args) => items.get((args as unknown as Item).key) ?? null,
        set: (args) => items.set((args as unknown as Item).key, (args as unknown as Item).value).size,
        remove: (args) => items.delete((args as unknown as Item).key),
      }
    },
    delay: uniform(0, 8),
    // The news may take for ever: whoever reads meanwhile must not notice.
    delays: { news: oneOf(5, 20, 60, null) },
    service: 'concurrent',
  }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: { read: (_, draw) => ({ topic: TOPICS[draw % TOPICS.length] ?? 'sports' }) },
  }),
  variants: {
    faulty: () => load('stale-while-revalidate-cache-faulty'),
    fixed: () => load('stale-while-revalidate-cache-fixed'),
  },
  async open(swr, { dispatcher }) {
    const service = connectStore(addressOf(dispatcher))
    const news = createNews(swr, {
      getItem: (key) => service.ask('get', { key }),
      setItem: async (key, value) => void (await service.ask('set', { key, value })),
      removeItem: (key) => service.ask('remove', { key }),
    })
    for (const topic of TOPICS) await news.restore(topic, `${topic} of yesterday`)
    return { service, news }
  },
  perform({ service, news }, { token, input }) {
    const { topic } = input as unknown as Input
    return news.read(topic, async () => String(await service.ask('news', { topic, reader: token })))
  },
  close: ({ service }) => service.close(),
  oracles: [
    nonInterference({ part: renewalOf }),
    ownResponse({ match: (output, { input }) => `${output}`.startsWith(`${(input as Input).topic} of `) }),
    noLeaks(),
  ],
  expect: { faulty: 'non-interference', fixed: 'pass' },
  races: [{ id: 'waits-for-a-renewal', oracle: 'non-interference', says: 'who reads waits for the renewal of somebody else' }],
})
