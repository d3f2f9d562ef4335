// Scenario: approvals of concurrent runs on two paths, with time-outs, late answers, and profiles that are destroyed meanwhile.
import { callers, emptied, exactlyOnce, invariant, isolation, noLeaks, scenario } from '../../harness/index.js'
import type { Parts } from '../approvals/agent-runtime.js'
import { conversationsKept } from '../approvals/conversations.js'
import { type House, observe, openHouse } from '../approvals/house.js'
import { deliveriesIn, dueIn, failsClosed, mayIn, observedIn, resolvedIn } from '../approvals/judges.js'
import { inputOf, type Task } from '../approvals/people.js'
import { service } from '../approvals/service.js'

/** Two sessions in each of two profiles. */
const placeOf = (draw: number): Pick<Task, 'profile' | 'session'> => ({
  profile: draw % 4 < 2 ? 'home' : 'work',
  session: `s-${1 + (draw % 4)}`,
})

const commands = (token: string): string => `terminal make ${token}\ngateway rm ${token}\ngateway ls ${token}`
const talk = (token: string, draw: number): Task => ({
  ...placeOf(draw),
  prompts: [commands(token), `gateway git ${token}`],
})

export default scenario<Partial<Parts>, House>({
  name: 'approval-routing',
  story:
    'Two questions of one session are answered in the other order: the dangerous command gets the answer to the harmless one.',
  dispatcher: service,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: {
      talk: (token, draw) => inputOf({ ...talk(token, draw), impatient: true, intruded: true }),
      talk_late: (token, draw) => inputOf({ ...talk(token, draw), late: true }),
      leave: (token, draw) =>
        inputOf({
          profile: `of ${token}`,
          session: `s-${token}`,
          prompts: [commands(token)],
          besides: `df ${token}`,
          destroyAfterMs: 15 * (draw % 4),
        }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'by-id-or-oldest': () => import('./by-id-or-oldest.js'),
    'ids-by-session': () => import('./ids-by-session.js'),
    'expired-entry-stays': () => import('./expired-entry-stays.js'),
    'notify-then-enqueue': () => import('./notify-then-enqueue.js'),
    'cleanup-by-session': () => import('./cleanup-by-session.js'),
    'check-then-start': () => import('./check-then-start.js'),
    'destroy-without-abort': () => import('./destroy-without-abort.js'),
    'destroy-forgets-a-table': () => import('./destroy-forgets-a-table.js'),
    fixed: () => import('./fixed.js'),
  },
  open: openHouse,
  perform: ({ people }, operation) => people.work(operation),
  observe,
  close: ({ runtime }) => runtime.close(),
  oracles: [
    isolation({ deliveries: deliveriesIn }),
    exactlyOnce({
      name: 'approved-once',
      what: 'the question about',
      verb: 'answered',
      done: resolvedIn,
      due: dueIn,
      may: mayIn,
    }),
    emptied({
      tables(execution) {
        const { before, after } = observedIn(execution)
        const { terminal = [], gateway = [], approvals = [] } = before.tables
        const tooEarly = { 'the terminal, once all was over': terminal, 'the gateway': gateway, 'what was asked': approvals }
        return { ...tooEarly, ...after.tables, workers: after.workers }
      },
    }),
    invariant('sessions-counted', (execution) => {
      if (execution.end.kind !== 'completed') return true
      const { sessions, ended } = observedIn(execution)
      return sessions === ended || `there were ${sessions} sessions, and destroyAll says that it has ended ${ended}`
    }),
    conversationsKept(),
    failsClosed(),
    noLeaks(),
  ],
  expect: {
    faulty: 'isolation',
    'by-id-or-oldest': 'isolation',
    'ids-by-session': 'never-settles',
    'expired-entry-stays': 'approved-once',
    'notify-then-enqueue': 'approved-once',
    'cleanup-by-session': 'approved-once',
    'check-then-start': 'approved-once',
    'destroy-without-abort': 'emptied',
    'destroy-forgets-a-table': 'emptied',
    fixed: 'pass',
  },
  races: [
    {
      id: 'answer-to-another',
      oracle: 'isolation',
      symptom: 'crossed',
      says: 'a question gets what belongs to another question',
    },
    { id: 'second-run', oracle: 'approved-once', symptom: 'twice', says: 'one prompt is conducted by two runs, which both ask' },
    {
      id: 'late-answer',
      oracle: 'approved-once',
      symptom: 'undue',
      says: 'an answer resolves something after its question has expired',
    },
    { id: 'lost-answer', oracle: 'approved-once', symptom: 'missing', says: 'an answer, or its question, is lost' },
    {
      id: 'overwritten-question',
      oracle: 'never-settles',
      symptom: 'deadlock',
      says: 'a question is overwritten by another of the same id, and waits for ever',
    },
    { id: 'loaded-twice', oracle: 'conversations', says: 'two runs of one session both load what was said earlier' },
    { id: 'survives-destroy', oracle: 'emptied', says: 'a route or a worker is there after everything was destroyed' },
  ],
})
