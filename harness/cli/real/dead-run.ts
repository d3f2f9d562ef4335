// A run whose process died before it could report: judged by what had been heard of it until then.
import type { End } from '../../core/execution.js'
import type { HistoryEvent } from '../../core/history.js'
import { judge } from '../../core/verdict.js'
import { endOracles } from '../../oracles/index.js'
import { inOrder, realExecution } from '../../runtimes/real/real-execution.js'
import type { Ran } from './messages.js'
import type { Death } from './start-run.js'

export const deadRun = ({ kind, how, output }: Death, events: readonly HistoryEvent[]): Ran => {
  const message = output.length === 0 ? how : `${how}; it said: ${output.join(' | ')}`
  // A crash of the subject is a failure; what somebody else has ended, or the watchdog, says nothing.
  const end: End = { kind: kind === 'ended' ? 'crashed' : 'out-of-control', message }
  const history = inOrder(events, Math.min(...events.map(({ atMs }) => atMs)))
  const execution = realExecution({ end, history, leftovers: [], atMs: history.at(-1)?.atMs ?? 0 })
  const verdicts = judge(endOracles(), execution)
  const leading = verdicts.find(({ outcome }) => outcome !== 'pass') ?? null
  return { execution, verdicts, leading, race: null, hung: kind === 'loop' ? [] : null, order: null }
}
