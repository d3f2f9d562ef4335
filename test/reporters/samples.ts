// A failure and its report, small enough to be read in a test.
import type { Execution, Step } from '../../harness/core/execution.js'
import type { Counterexample, SearchReport } from '../../harness/core/report.js'
import { worthOf } from '../../harness/core/report.js'
import { judge } from '../../harness/core/verdict.js'
import { defaultOracles } from '../../harness/oracles/defaults.js'
import type { Finished, RunFacts } from '../../harness/reporters/index.js'
import { tell } from '../oracles/tell.js'

/** Bob reads first and takes ann's answer. */
export const swapped: Execution = tell(
  `ann calls TAG-1
  bob calls TAG-2
  dispatcher takes TAG-1
  dispatcher takes TAG-2
  dispatcher answers TAG-1
  bob gets TAG-1`,
  { end: { kind: 'deadlock', message: '', waiting: ['ann at client.ts:21'] } },
)

export const step = (n: number, actor: string, what: string, took = 0): Step => ({
  n,
  atMs: n,
  actor,
  key: `${actor}|${what}|1`,
  what,
  cause: null,
  options: 2,
  took,
})

export const counterexample = (over: Partial<Counterexample> = {}): Counterexample => {
  const execution = over.execution ?? swapped
  const verdicts = over.verdicts ?? judge(defaultOracles(), execution)
  const verdict = verdicts.find(({ outcome }) => outcome === 'fail')
  if (verdict === undefined) throw new Error('a counterexample fails')
  return {
    verdict,
    verdicts,
    execution,
    workload: { callers: [], subjectSeed: 0 },
    holds: [{ hold: 'ann|net.data rpc|1', until: 'bob|net.data rpc|1', at: 'client.ts:21', without: 'pass' }],
    deviations: [],
    scheduleNumber: 3,
    foundMs: 4,
    strategy: 'random',
    race: null,
    shrink: {
      before: { callers: 4, calls: 9, holds: 0, deviations: 31 },
      after: { callers: 2, calls: 2, holds: 1, deviations: 0 },
      executions: 60,
      ms: 12,
    },
    token: 'cw1.eJyrVkrOz0nVUUrJLFayUkpJTUvMKU5V0lFKzk.3f9a01bc',
    ...over,
  }
}

export const report = (over: Partial<SearchReport> = {}): SearchReport => {
  const outcome = over.outcome ?? 'fail'
  return {
    format: 1,
    scenario: 'rpc-shared-socket',
    variant: 'faulty',
    expect: 'own-response',
    outcome,
    met: true,
    runtime: 'node',
    strategy: 'portfolio',
    seed: 7,
    executions: 3,
    distinct: 3,
    workloads: 1,
    ms: 20,
    stopped: outcome === 'fail' ? 'found' : 'budget',
    counterexamples: outcome === 'fail' ? [counterexample()] : [],
    unknowns: [],
    worth: worthOf(3, 3, 2),
    notes: [],
    ...over,
  }
}

/** The same with an execution beside it in which bob waits for ann. */
const inOrder: Execution = {
  ...tell(
    `ann calls TAG-1
    bob calls TAG-2
    dispatcher takes TAG-1
    dispatcher takes TAG-2
    dispatcher answers TAG-1
    ann gets TAG-1
    dispatcher answers TAG-2
    bob gets TAG-2`,
  ),
  steps: [step(6, 'bob', 'net.data rpc')],
}

/** A failure with the nearest execution that passes. */
export const besides: Counterexample = {
  ...counterexample({ execution: { ...swapped, steps: [step(4, 'bob', 'net.data rpc', 1), step(9, 'bob', 'close')] } }),
  nearestPassing: { execution: inOrder, flipped: { hold: 'ann|net.data rpc|1', until: 'bob|net.data rpc|1' } },
}

export const finished = (over: Partial<Finished> = {}): Finished => ({
  report: report(),
  problem: null,
  exitCode: 1,
  replayCommand: (token) => `npx crosswire replay ${token}`,
  file: null,
  ...over,
})

/** As expected, and nothing found. */
export const passed = (over: Partial<SearchReport> = {}): Finished =>
  finished({ exitCode: 0, report: report({ variant: 'fixed', expect: 'pass', outcome: 'pass', ms: 1234, ...over }) })

export const facts: RunFacts = { versions: { crosswire: '1.2.3', node: '20.20.2' }, exitCode: 1, root: '/shop' }

/** What a subject may come up with to break out of whatever it is written into. */
export const HOSTILE = [
  '</script><script>window.pwned = 1</script>',
  '"\'><img src=x onerror="window.pwned = 1">',
  '<!-- --> ]]> <![CDATA[ &amp; &#0; &lt;',
  '\u0000\u001b[2J\u2028\u2029\ud800\uffff',
  '::error file=x::hi %0A%25 , :',
  '`` ``` ```` | a | b | <details> **bold** [link](http://x)',
  '<%= it %> {{it}}',
].join('\n')

/** Adds brackets, so that a test can see what was painted. */
export const visible = {
  bold: (text: string) => `<b>${text}</b>`,
  dim: (text: string) => `<d>${text}</d>`,
  red: (text: string) => `<r>${text}</r>`,
  green: (text: string) => `<g>${text}</g>`,
  yellow: (text: string) => `<y>${text}</y>`,
}
