// Scenario: requests of one session overlap: each has loaded the whole of it, and saves the whole of it.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  acknowledgedWrites,
  type Controls,
  callers,
  type Execution,
  noLeaks,
  nothingComesBack,
  ownResponse,
  scenario,
} from '../../../harness/index.js'
import { ask, textOf } from '../../support/browser.js'
import { allAtOnce, oneAtATime, type Turns } from '../../support/turns.js'
import { openBaskets, type SessionPackage } from './basket.js'

const VISITOR = 'ann'
const DELAYS_MS = [10, 0, 50]

interface Seen {
  readonly visitor: string | null
  readonly items: readonly string[]
}

const seenIn = ({ observed }: Execution): Seen => (observed as Seen | undefined) ?? { visitor: null, items: [] }
const isLogout = ({ op }: { readonly op: string }): boolean => op === 'log_out'

const load = async (turns: Turns): Promise<{ session: SessionPackage; turns: Turns }> => {
  const name = 'express-session-faulty'
  return { session: (await import(name)).default, turns }
}

/** How long it takes to reserve something is up to the schedule. */
const reserving = (controls: Controls) => async (): Promise<void> => {
  const index = controls.choose(
    'delay',
    'reserve',
    DELAYS_MS.map((ms) => `${ms} ms`),
  )
  await sleep(DELAYS_MS[index])
}

export default scenario({
  name: 'npm/express-session-lost-update',
  story: 'Two requests of one session overlap: what the first one has put into it is gone, and a logout comes undone.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    // Most visitors buy, few leave.
    operations: { add_book: () => null, add_pen: () => null, add_lamp: () => null, add_cup: () => null, log_out: () => null },
  }),
  variants: { faulty: () => load(allAtOnce), 'fixed-usage': () => load(oneAtATime) },
  async open({ session, turns }, { controls }) {
    const baskets = await openBaskets(session, { before: turns(), reserve: reserving(controls) })
    const { cookie } = await ask(`${baskets.url}/login/${VISITOR}`, { method: 'POST' })
    return { baskets, cookie }
  },
  perform: async ({ baskets: { url }, cookie }, operation) =>
    textOf(await ask(`${url}/${isLogout(operation) ? 'logout' : `items/${operation.token}`}`, { method: 'POST', cookie })),
  observe: async ({ baskets: { url }, cookie }) => JSON.parse(textOf(await ask(url, { cookie }))) as Seen,
  close: ({ baskets }) => baskets.close(),
  oracles: [
    acknowledgedWrites({
      what: 'item',
      writes: ({ invoke }) => (isLogout(invoke) ? null : (invoke.token ?? null)),
      stored: (execution) => seenIn(execution).items,
      // Whoever has logged out has no basket any more.
      excused: ({ history }) => (history.some(isLogout) ? history.flatMap(({ token }) => token ?? []) : []),
    }),
    nothingComesBack({
      creates: (invoke) => (isLogout(invoke) ? [] : [invoke.token ?? '']),
      removes: isLogout,
      present: (execution) => {
        const { visitor, items } = seenIn(execution)
        return [...items, ...(visitor === null ? [] : [visitor])].map((thing) => ({ thing, where: 'in the session' }))
      },
    }),
    ownResponse({ match: (output, invoke) => output === (isLogout(invoke) ? 'bye' : 'reserved') }),
    noLeaks(),
  ],
  expect: { faulty: 'acknowledged-writes', 'fixed-usage': 'pass' },
  races: [
    { id: 'item-lost', oracle: 'acknowledged-writes', symptom: 'missing', says: 'what was put into the basket is not there' },
    { id: 'logged-in-again', oracle: 'nothing-comes-back', says: 'a session that was ended is there again' },
  ],
})
