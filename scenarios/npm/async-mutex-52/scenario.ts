// Scenario: a shop waits until nobody fills the catalogue, and is woken when the next one has just begun to.
import {
  callers,
  type Execution,
  mockDispatcher,
  mutualExclusion,
  noLeaks,
  ownResponse,
  type Section,
  scenario,
  uniform,
} from '../../../harness/index.js'
import { addressOf } from '../../support/address.js'
import { connectStore } from '../../support/store-client.js'
import { createCatalogue, type MutexPackage } from './catalogue.js'
import { createShelf } from './shelf.js'

const load = (name: string): Promise<MutexPackage> => import(name)

/** Who was at the shelf, by the operation's token: the caller's name and what it did. */
const named = ({ history, observed }: Execution): readonly Section[] =>
  ((observed ?? []) as readonly Section[]).map((section) => {
    const invoke = history.find(({ token }) => token === section.by)
    return invoke === undefined ? section : { ...section, by: `${invoke.actor}'s ${invoke.op}`, event: invoke.n }
  })

/** Nothing yet, or what the publisher has; whether it is all of it is a matter of who was there at the same time. */
const areItems = (output: unknown): boolean => Array.isArray(output) && output.every((item) => /^item \d$/.test(item))

export default scenario({
  name: 'npm/async-mutex-52',
  story: 'waitForUnlock() resumes while the mutex is held by the next owner: a shop reads a catalogue that is being filled.',
  dispatcher: mockDispatcher({
    tools: { page: (args) => `item ${(args as { readonly page: number }).page}` },
    delay: uniform(0, 40),
    service: 'concurrent',
  }),
  callers: callers({
    count: { min: 3, max: 4 },
    each: { min: 1, max: 2 },
    operations: { reload: (token) => ({ edition: token }), list: () => null },
  }),
  variants: { faulty: () => load('async-mutex-faulty'), fixed: () => load('async-mutex-fixed') },
  open(mutex, { dispatcher }) {
    const [publisher, shelf] = [connectStore(addressOf(dispatcher)), createShelf()]
    const fetchPage = async (edition: string, page: number): Promise<string> =>
      String(await publisher.ask('page', { edition, page }))
    return { publisher, shelf, catalogue: createCatalogue(mutex, shelf, fetchPage) }
  },
  async perform({ catalogue, shelf }, { op, token }) {
    if (op === 'reload') return catalogue.reload(token)
    const items = await catalogue.list()
    shelf.tookAll(items, token)
    return items
  },
  observe: ({ shelf }) => shelf.seen(),
  close: ({ publisher }) => publisher.close(),
  oracles: [
    mutualExclusion({ sections: named }),
    ownResponse({ match: (output, { op }) => (op === 'reload' ? output === undefined : areItems(output)) }),
    noLeaks(),
  ],
  expect: { faulty: 'mutual-exclusion', fixed: 'pass' },
  races: [
    {
      id: 'woken-while-held',
      oracle: 'mutual-exclusion',
      says: 'who waited for the mutex to be free goes on while the next owner holds it',
    },
  ],
})
