// Scenario: which run the code belongs to that asks for an approval, and a setting that is on while any run is.
import { callers, emptied, exactlyOnce, isolation, noLeaks, restored, scenario, type Workload } from '../../harness/index.js'
import type { Parts } from '../approvals/agent-runtime.js'
import { conversationsKept } from '../approvals/conversations.js'
import { type House, observe, openHouse } from '../approvals/house.js'
import { deliveriesIn, dueIn, mayIn, observedIn, resolvedIn } from '../approvals/judges.js'
import { inputOf, type Task } from '../approvals/people.js'
import { service } from '../approvals/service.js'

const commands = (token: string): string => `terminal make ${token}\ngateway rm ${token}`
const taskOf = (token: string, draw: number): Task => ({
  profile: 'home',
  session: `s-${1 + (draw % 5)}`,
  prompts: [commands(token)],
})

/** In one of five workloads. */
const isSetBefore = ({ callers: [first] }: Workload): boolean =>
  (first?.operations[0]?.input as Partial<Task> | undefined)?.session === 's-1'

const stateOf = (setting: string | null, depth: number) => ({
  AGENT_EXEC_ASK: setting ?? undefined,
  'the number of runs that are on': depth,
})

export default scenario<Partial<Parts>, House>({
  name: 'approval-context',
  story: 'Which run asks is kept beside the code instead of with it: another run is asked, or nobody.',
  dispatcher: service,
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: {
      chat: (token, draw) => inputOf(taskOf(token, draw)),
      tend: (token, draw) => inputOf({ ...taskOf(token, draw), besides: `df ${token}` }),
      fail: (token, draw) => inputOf({ ...taskOf(token, draw), prompts: [`fail ${token}`, commands(token)] }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'stack-of-contexts': () => import('./stack-of-contexts.js'),
    'fallback-to-last': () => import('./fallback-to-last.js'),
    'enter-with': () => import('./enter-with.js'),
    'read-at-flush': () => import('./read-at-flush.js'),
    'setting-as-flag': () => import('./setting-as-flag.js'),
    'setting-by-each-run': () => import('./setting-by-each-run.js'),
    'depth-across-await': () => import('./depth-across-await.js'),
    'setting-unless-failed': () => import('./setting-unless-failed.js'),
    'setting-as-text': () => import('./setting-as-text.js'),
    fixed: () => import('./fixed.js'),
  },
  open(variant, surroundings) {
    if (isSetBefore(surroundings.workload)) process.env.AGENT_EXEC_ASK = 'by somebody else'
    return openHouse(variant, surroundings)
  },
  perform: ({ people }, operation) => people.work(operation),
  observe,
  async close({ runtime }) {
    await runtime.close()
    delete process.env.AGENT_EXEC_ASK
  },
  oracles: [
    isolation({ deliveries: deliveriesIn }),
    restored({
      before: (execution) => stateOf(observedIn(execution).settingBefore, 0),
      after(execution) {
        const { setting, before } = observedIn(execution)
        return stateOf(setting, before.depth)
      },
    }),
    exactlyOnce({
      name: 'approved-once',
      what: 'the question about',
      verb: 'answered',
      done: resolvedIn,
      due: dueIn,
      may: mayIn,
    }),
    emptied({ tables: (execution) => observedIn(execution).after.tables }),
    conversationsKept(),
    noLeaks(),
  ],
  expect: {
    faulty: 'isolation',
    'stack-of-contexts': 'isolation',
    'fallback-to-last': 'isolation',
    'enter-with': 'isolation',
    'read-at-flush': 'isolation',
    'setting-as-flag': 'approved-once',
    'setting-by-each-run': 'restored',
    'depth-across-await': 'restored',
    'setting-unless-failed': 'restored',
    'setting-as-text': 'restored',
    fixed: 'pass',
  },
  races: [
    {
      id: 'wrong-run',
      oracle: 'isolation',
      symptom: 'crossed',
      says: 'what one run asks and says reaches the client of another',
    },
    { id: 'nobodys-run', oracle: 'isolation', symptom: 'stray', says: 'what no run asks reaches the client of one' },
    { id: 'setting-left', oracle: 'restored', says: 'the setting is not what it was before the runs' },
    { id: 'unasked-command', oracle: 'approved-once', symptom: 'missing', says: 'a command is executed, or refused, unasked' },
  ],
})
