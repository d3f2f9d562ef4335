// Confirms a finding where nothing of the search can have left anything: in a fresh process.
import type { ConfirmFresh, ReplayOutcome } from '../../search/index.js'
import type { Request } from '../messages.js'
import { ReportedError } from '../reported-error.js'

/**
 * Replays a token in a process started for it alone. Rejects where that one could not say anything. What starts processes is loaded
 * for the first finding: most searches have none, and it is a third of all modules that a search would wait for.
 */
export const confirmInFreshProcess =
  (request: Request): ConfirmFresh =>
  async (token) => {
    let outcome: ReplayOutcome | null = null
    const { runTask } = await import('./outcome.js')
    const { problem } = await runTask(
      { ...request, task: { kind: 'replay', token }, parentPid: process.pid },
      { onMessage: (message) => void (message.type === 'replayed' && (outcome = message.result.outcome)) },
    )
    if (problem !== null) throw new ReportedError(problem)
    return outcome ?? 'diverged'
  }
