// Scenario: what the list of active sessions shows.
import { callers, type Execution, noLeaks, ownResponse, scenario, subjectErrors, type Verdict } from '../../harness/index.js'
import type { Parts } from '../session-gateway/gateway.js'
import { type House, openHouse, shutDown, visiting } from '../session-gateway/house.js'
import { finalizedOnce } from '../session-gateway/oracles.js'
import { store } from '../session-gateway/surroundings.js'
import { activeList, looks, missing } from './oracles.js'
import { VISITS } from './visits.js'

/** What operators have written. Whoever writes nonsense means the default. */
const TYPED = ['', 'abc', 'nan', 'inf', '-1', '5,0']

const endedEarly = (_: Verdict, execution: Execution): boolean =>
  looks(execution).some((look) => {
    const ended = execution.history.filter(({ op, type, n }) => op === 'commit' && type === 'invoke' && n < look.event.n)
    return missing(look).some((what) => ended.some(({ input }) => what.endsWith(` ${(input as { session: string }).session}`)))
  })

const hidden = (_: Verdict, execution: Execution): boolean => looks(execution).some((look) => missing(look).length > 0)

export default scenario<Partial<Parts>, House>({
  name: 'session-list',
  story:
    'The list of active sessions shows what lives: nothing that has ended, and nothing less because nobody is attached to it.',
  dispatcher: store,
  callers: callers({
    count: { min: 1, max: 2 },
    each: { min: 1, max: 1 },
    operations: { look: (token) => ({ text: token }) },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'attached-only': () => import('./attached-only.js'),
    'unchecked-settings': () => import('./unchecked-settings.js'),
    fixed: () => import('../session-gateway/active-list.js'),
    'fixed-settings': () => import('../session-gateway/settings.js'),
  },
  open: (variant, surroundings) => {
    const { subjectSeed } = surroundings.workload
    return openHouse(variant, surroundings, { SESSION_GRACE_S: TYPED[subjectSeed % TYPED.length] })
  },
  perform: visiting(VISITS),
  observe: shutDown,
  close: (house) => house.close(),
  oracles: [activeList(), finalizedOnce(), ownResponse(), noLeaks(), subjectErrors()],
  expect: {
    faulty: 'active-list',
    'attached-only': 'active-list',
    'unchecked-settings': 'active-list',
    fixed: 'pass',
    'fixed-settings': 'pass',
  },
  races: [
    {
      id: 'grace-cut-short',
      oracle: 'active-list',
      shows: endedEarly,
      says: 'a session whose client has just left is not waited for: what the operator has set is no number',
    },
    {
      id: 'hidden',
      oracle: 'active-list',
      shows: hidden,
      says: 'a session that lives is not listed while nobody is attached to it',
    },
    {
      id: 'counted-after-its-end',
      oracle: 'active-list',
      says: 'a session is still listed when a client was told that there is none',
    },
  ],
})
