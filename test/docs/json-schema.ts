// The document of `--json` and of the reporter `json`, field by field: what docs/json.md is made from, and what real documents are held to.
import { z } from 'zod'
import type { Execution } from '../../harness/core/execution.js'
import type { Explanation, PairEnd } from '../../harness/core/explanation.js'
import type { HistoryEvent } from '../../harness/core/history.js'
import type { Change } from '../../harness/core/policy.js'
import type { Counterexample, SearchReport } from '../../harness/core/report.js'
import type { Verdict } from '../../harness/core/verdict.js'
import type { Workload } from '../../harness/core/workload.js'
import type { Versions } from '../../harness/reporters/json.js'

const whole = z.int().min(0)
const ms = z.number().min(0)
const outcome = z.enum(['pass', 'unknown', 'fail'])
const anything = z.unknown()

const versions = z.strictObject({
  crosswire: z.string(),
  node: z.string().describe('of Node: `20.20.2`'),
}) satisfies z.ZodType<Versions>

const verdict = z.strictObject({
  oracle: z.string().describe('name of the oracle: `own-response`'),
  outcome,
  message: z.string().describe('one sentence for a person, or with its further lines a whole assertion'),
  symptom: z.string().exactOptional().describe('what kind of failure, without names of callers: `swap`, `timer`'),
  events: z.array(whole).exactOptional().describe('ordinals of the events of the history that show it'),
}) satisfies z.ZodType<Verdict>

const deviation = z.strictObject({
  at: z.string().describe('stable key of the place; empty where `step` and `index` are followed'),
  nth: whole.describe('the how-many-th time that this key is met, from 1'),
  step: whole.describe('ordinal of the place'),
  take: z.string().describe('stable key of the option that was taken'),
  index: whole.describe('its index'),
})
const hold = z.strictObject({
  hold: z.string().describe('stable key of the task that was slow'),
  until: z.string().describe('stable key of the task that overtook it, or `last`'),
})
const change: z.ZodType<Change> = z.union([deviation, hold])

const explainedHold = z.strictObject({
  ...hold.shape,
  at: z.string().exactOptional().describe('where the subject waited for the task: `client.ts:21`'),
  without: outcome.nullable().describe('what the same execution comes to without it; `null`: not tried'),
})

const event = z.strictObject({
  n: whole.describe('ordinal in the history'),
  atMs: ms.describe('virtual milliseconds since the execution began'),
  step: whole.describe('how many steps had begun'),
  actor: z.string().describe('a caller, or `dispatcher`'),
  call: whole.describe('pairs an invocation with its end'),
  type: z.enum(['invoke', 'ok', 'fail', 'info']).describe('begins an operation, ends it, or leaves it open whether it happened'),
  op: z.string().describe('name of the operation, or of the tool'),
  token: z.string().exactOptional().describe("the operation's unique token, which its answer carries"),
  input: anything.optional().describe('as the subject was given it'),
  output: anything.optional().describe('as it answered'),
  error: z.string().exactOptional(),
  inTurn: z.literal(true).exactOptional().describe('left without an answer where requests are served one at a time'),
  via: z
    .strictObject({ connection: z.string(), message: whole })
    .exactOptional()
    .describe('the message on a connection that it sent or received'),
}) satisfies z.ZodType<HistoryEvent>

const went = z.strictObject({
  actor: z.string(),
  at: z.array(z.string()).describe('lines at which it went on, the innermost first'),
  isCalled: z.literal(true).exactOptional().describe('nobody had waited there: a callback was called, and called further'),
})

const step = z.strictObject({
  n: whole.describe('ordinal in the execution'),
  atMs: ms.describe('virtual milliseconds since the execution began'),
  actor: z.string(),
  key: z.string().describe('stable key of the task: `actor|what|n`'),
  what: z.string().describe('in words: `net.data rpc`, `timer 50 ms`'),
  cause: z.string().nullable().describe('key of the step that posted it; `null`: the body itself'),
  options: whole.describe('how many options there were'),
  took: whole.describe('which one was taken; 0 is what Node would have done'),
  chose: z.array(z.string()).exactOptional().describe('data choices made inside the step: `chunk: 1 byte`'),
  resumed: z.array(z.string()).exactOptional().describe('lines at which the subject went on in it: `client.ts:21`'),
  went: z
    .array(went)
    .exactOptional()
    .describe("who went on in it, in order: an answer that the dispatcher sends is somebody else's"),
  suspended: z
    .array(z.string())
    .exactOptional()
    .describe('lines at which whoever went on waits when it is over, the innermost first'),
  posted: z.string().exactOptional().describe('line that asked for it: the call of `setTimeout`, of `readFile`'),
})

const suspended = z.strictObject({
  actor: z.string(),
  at: z
    .array(z.string())
    .describe(
      'the await and those that wait for it, the innermost first: `pool.ts:12`; of a promise that is returned, where it was made',
    ),
  in: z.string().exactOptional().describe('the function that waits: `Pool.acquire`'),
})

const printed = z.strictObject({
  atMs: ms.describe('virtual milliseconds since the execution began'),
  step: whole.describe('how many steps had begun'),
  actor: z.string(),
  stream: z.enum(['stdout', 'stderr']),
  text: z.string(),
})

const leftover = z.strictObject({
  kind: z.enum([
    'timer',
    'immediate',
    'socket',
    'server',
    'process',
    'port',
    'file',
    'task',
    'caller',
    'error',
    'rejection',
    'ambient',
  ]),
  what: z.string(),
  actor: z.string(),
  referenced: z.boolean().describe('would keep a bare process alive'),
  at: z.string().exactOptional().describe('where an error, or a resource, was made: `client.ts:21`'),
})

const end = z.strictObject({
  kind: z.enum(['completed', 'deadlock', 'stuck', 'threw', 'crashed', 'limit', 'out-of-control']),
  message: z.string().describe('one sentence; empty for `completed`'),
  error: z
    .strictObject({ name: z.string(), message: z.string(), stack: z.string().exactOptional() })
    .exactOptional()
    .describe('the error behind `threw`'),
  waiting: z.array(z.string()).exactOptional().describe('the callers that still waited, or the busiest tasks'),
})

const stats = z.strictObject({
  steps: whole,
  atMs: ms.describe('virtual milliseconds at the end'),
  stepsByActor: z.record(z.string(), whole),
  overlap: z.boolean().exactOptional().describe('two callers that the body started together were at work at the same time'),
  nativeUncontrolled: z.boolean().describe('native work ran in it, whose order was not controlled'),
})

const bareExecution = z.strictObject({
  format: z.literal(1),
  end,
  history: z.array(event),
  leftovers: z.array(leftover).describe('resources that are still open, and errors that reached nobody'),
  escapes: z.array(z.strictObject({ type: z.string(), at: z.string() })).describe('native work that escaped, and where'),
  deviations: z.array(change).describe('every choice that was not the default'),
  steps: z.array(step),
  answers: z
    .array(
      z.strictObject({
        kind: z.enum(['run', 'latency', 'delay', 'fault', 'chunk', 'wake']),
        step: whole,
        count: whole,
        index: whole,
      }),
    )
    .describe('every choice point that was asked'),
  unmet: z.array(change).describe('changes of the schedule that found no place'),
  suspended: z
    .array(suspended)
    .exactOptional()
    .describe("awaits of the subject's that were never settled, and promises that it returned"),
  observed: anything.optional().describe('what the scenario saw of its subject once all callers had settled'),
  printed: z.array(printed).exactOptional().describe('what the subject printed, in order'),
  stats,
  traceHash: whole.describe('equal for equal interleavings'),
  model: z.string().describe('the rules of what may be reordered'),
}) satisfies z.ZodType<Execution>

const execution = z.strictObject({
  ...bareExecution.shape,
  token: z.string().describe('replays it'),
  verdicts: z.array(verdict),
  versions,
})

const workload = z.strictObject({
  callers: z.array(
    z.strictObject({
      name: z.string(),
      operations: z.array(z.strictObject({ op: z.string(), token: z.string(), input: z.json() })),
    }),
  ),
  subjectSeed: whole.describe("seeds the subject's own randomness"),
}) satisfies z.ZodType<Workload>

const place = z.strictObject({ file: z.string(), line: whole, column: whole.exactOptional() })

const pairEnd = z.strictObject({
  actor: z.string(),
  step: whole.describe('index of the step in the failing execution'),
  key: z.string().describe('stable key of its task'),
  at: place.describe('where the subject went on, or made the access'),
  until: place.nullable().describe('where it waited next; `null`: it came to its end'),
  access: z.strictObject({ on: z.string(), write: z.boolean() }).exactOptional().describe('where the runtime sees accesses'),
}) satisfies z.ZodType<PairEnd>

const explanation = z.strictObject({
  decides: z
    .enum(['order', 'data', 'nothing'])
    .nullable()
    .describe('`nothing`: every other schedule that was tried fails too; `null`: nothing was shown'),
  tried: whole.exactOptional().describe('other schedules that were tried and fail; where nothing decides'),
  waiting: z
    .array(z.strictObject({ actor: z.string(), at: place, isAsker: z.literal(true).exactOptional() }))
    .exactOptional()
    .describe('where callers were waiting when a fault struck that decides, or whoever waited for what took so long'),
  pair: z
    .tuple([pairEnd, pairEnd])
    .nullable()
    .describe('two steps, as the failing execution orders them: the other way round it passes'),
  sentence: z.string().nullable().describe('proven by an execution that passes'),
  executions: whole.describe('how many it took'),
}) satisfies z.ZodType<Explanation>

const size = z.strictObject({ callers: whole, calls: whole, holds: whole, deviations: whole })

const counterexample = z.strictObject({
  verdict: verdict.describe('the one that the report leads with'),
  verdicts: z.array(verdict),
  execution: execution.describe('shrunk, and recorded with its steps'),
  workload,
  holds: z.array(explainedHold).describe('tasks that were slow'),
  deviations: z.array(change).describe('what is left besides the holds'),
  scheduleNumber: whole.describe(
    'executions up to and with the failure, from 1; those of shrinking count for one alone that was met while another was made small',
  ),
  metWhileShrinking: whole
    .exactOptional()
    .describe('how many of them shrank the one before it; only of one that was met meanwhile'),
  foundMs: ms.describe('real milliseconds up to that execution'),
  strategy: z.string().describe('which one showed it; `shrink`: see `metWhileShrinking`'),
  race: z.string().nullable().describe("id in the scenario's list"),
  shrink: z.strictObject({ before: size, after: size, executions: whole, ms }).nullable(),
  token: z.string().describe('for `crosswire replay`'),
  explanation: explanation.exactOptional().describe('why it failed, as far as executions prove it'),
  nearestPassing: z
    .strictObject({
      execution: bareExecution,
      flipped: change.describe('left out, shortened, or put in'),
      changes: z.array(change).exactOptional().describe('what it follows'),
    })
    .exactOptional()
    .describe('the nearest execution that passes, and the one choice in which it differs'),
  places: z.array(place).exactOptional().describe('lines of the subject whose order decides'),
  waits: z
    .array(
      z.strictObject({
        actor: z.string(),
        waitsFor: z.string().nullable(),
        in: z.string().exactOptional(),
        at: z.string().exactOptional(),
      }),
    )
    .exactOptional()
    .describe('who waits for whom at the end'),
  known: z
    .strictObject({
      until: z.string().describe('the last day, of UTC, on which it is not red'),
      reason: z.string(),
      holds: z.boolean().describe('that day has not passed'),
      file: z.string().describe('the race file that says so'),
    })
    .exactOptional()
    .describe('a race file says that the race is known'),
}) satisfies z.ZodType<Counterexample>

const worth = z.strictObject({
  executions: whole,
  distinct: whole,
  draws: whole.describe('how many of them were drawn at random'),
  smallestProbability: z.number().nullable().describe('a bug that shows at least so often would have been seen with 95 %'),
  claim: z.string().nullable().describe('what a search that ended by itself has shown'),
})

const report = z.strictObject({
  format: z.literal(1),
  scenario: z.string(),
  variant: z.string(),
  expect: z.string().nullable().describe('the oracle that should fail, or `pass`'),
  outcome,
  met: z.boolean().describe('the outcome is the expected one'),
  runtime: z.string(),
  strategy: z.string(),
  seed: whole,
  executions: whole,
  distinct: whole.describe('different interleavings among them'),
  workloads: whole,
  ms: ms.describe('real milliseconds'),
  stopped: z.enum(['found', 'budget', 'exhausted', 'interrupted']),
  counterexamples: z
    .array(counterexample)
    .describe(
      'the one that leads first; behind it one of another kind that was met while it was made small, or all others with --keep-going',
    ),
  unknowns: z.array(z.strictObject({ verdict, count: whole })).describe('verdicts that neither failed nor passed'),
  worth: worth.describe('what a search without a finding is worth'),
  notes: z.array(z.string()).describe('what limits how far it can be trusted'),
  shard: z
    .strictObject({ index: whole, of: whole, seen: z.string().nullable() })
    .exactOptional()
    .describe('of a part of a search: which one, and what `crosswire merge` has to know of it'),
}) satisfies z.ZodType<SearchReport>

const problem = z.strictObject({
  scenario: z.string(),
  variant: z.string(),
  code: z.string().describe('see [errors](errors.md)'),
  text: z.string(),
})

/** Strict: a field that is not told of here is a mistake of ours. Readers keep the fields that they do not know. */
export const document = z.strictObject({
  format: z.literal(1),
  versions,
  exitCode: z.int().min(0).max(4).describe('the one that the command ends with'),
  reports: z.array(report).describe('one for each variant'),
  errors: z.array(problem).describe('what kept searches from their ends'),
})

/** By the names under which docs/json.md has them, in its order. */
export const parts = {
  document,
  report,
  counterexample,
  verdict,
  execution,
  end,
  event,
  step,
  leftover,
  went,
  suspended,
  printed,
  explanation,
  side: pairEnd,
  deviation,
  hold: explainedHold,
  workload,
  worth,
  error: problem,
} as const
