// The execution of a worker that never reported: it died, or was ended because it made no step.
import type { End, Execution, Printed } from '../../core/execution.js'
import type { Died, Hung } from './messages.js'
import type { PythonProcess } from './python-process.js'

const LINES = 8

/** Nothing is known of it but its end, and what was printed last. */
export const endedEarly = (
  reply: Died | Hung,
  { process, model }: { readonly process: PythonProcess; readonly model: string },
): Execution => ({
  format: 1,
  end: reply.type === 'died' ? crashed(reply) : outOfControl(reply),
  history: [],
  leftovers: [],
  escapes: [],
  deviations: [],
  steps: [],
  answers: [],
  unmet: [],
  printed: (['stdout', 'stderr'] as const).flatMap((stream) => printedOn(stream, process)),
  stats: { steps: 0, atMs: 0, stepsByActor: {}, nativeUncontrolled: false },
  traceHash: 0,
  model,
})

const crashed = ({ signal, code }: Died): End => ({
  kind: 'crashed',
  message:
    signal === null ? `the subject ended its process with exit code ${code}` : `the process of the subject died by ${signal}`,
})

const outOfControl = ({ kind, stacks }: Hung): End => {
  const [first] = stacks
  const at = first === undefined ? '' : ` at ${first.at[0]}`
  const inside = first === undefined ? '' : `, in ${first.innermost}`
  const what = kind === 'loop' ? 'a loop without a control point' : 'a call that waits where nobody can control it'
  return { kind: 'out-of-control', message: `${what} was ended${at}${inside}`, waiting: stacks.map(({ at }) => at.join(' < ')) }
}

const printedOn = (stream: 'stdout' | 'stderr', process: PythonProcess): Printed[] =>
  process[stream].lines(LINES).map((text) => ({ atMs: 0, step: 0, actor: 'main', stream, text }))
