// Where a race is executed: in the thread that searches, or in fresh ones that its host can start. A finding is had again in a fresh one
// in either case, where the host offers that.
import { HarnessError } from '../core/errors.js'
import type { Runtime } from '../core/runtime.js'
import { createNodeRuntime } from '../runtimes/node/index.js'
import { createRecycledRuntime, type ExecutionThread } from '../runtimes/node/threads/index.js'
import { type ConfirmFresh, decodeToken, replay, type SearchSubject } from '../search/index.js'
import type { RaceIsolation } from './race-settings.js'

export interface FreshThreadRequest {
  readonly warmUp: boolean
  /** What is logged in it is the race's. */
  readonly isHeard: boolean
}

/** What a host offers that can load a test once more. */
export interface FreshThreads {
  /** Settles once a thread has loaded the race's test. Rejects with what is in the way. */
  start(request: FreshThreadRequest): Promise<ExecutionThread>
  /** Why a thread must not be started for a finding alone; `null`: nothing is against it. */
  readonly reservation: string | null
}

export interface Stage {
  readonly subject: SearchSubject
  readonly runtime: Runtime
  readonly confirmFresh?: ConfirmFresh
  /** Why the finding was not had again in a fresh thread; `null` where it was, or where nobody can. */
  unconfirmed(): string | null
  /** Settles when nothing runs any more for it. */
  close(): Promise<void>
}

/** Why a host offers none as it was started, and what to do about it. */
export interface NoThreads {
  readonly because: string
  readonly remedy: string
}

/** Throws `BAD_OPTION` where the race asks for threads, and its host cannot start any. */
export const stageFor = (
  subject: SearchSubject,
  { isolate, recycle }: RaceIsolation,
  offered: FreshThreads | NoThreads | null,
): Stage => {
  const fresh = offered !== null && 'start' in offered ? offered : null
  if (isolate === 'worker' && fresh === null) throw notOffered(offered as NoThreads | null)
  const confirming = fresh === null ? {} : confirmation(subject, fresh, isolate === 'worker' ? null : fresh.reservation)
  if (isolate === 'none' || fresh === null) {
    return { subject, runtime: createNodeRuntime(), unconfirmed: () => null, close: async () => {}, ...confirming }
  }
  const runtime = createRecycledRuntime({ start: (warmUp) => fresh.start({ warmUp, isHeard: true }), recycle })
  return { subject: elsewhere(subject, runtime.bodyFor), runtime, unconfirmed: () => null, close: runtime.close, ...confirming }
}

/** The subject as threads execute it, which reset it themselves. */
const elsewhere = ({ reset: _, ...subject }: SearchSubject, bodyFor: SearchSubject['bodyFor']): SearchSubject => ({
  ...subject,
  bodyFor,
})

/** A thread that cannot be started contradicts nothing: then the finding stands as it is, and says so. */
const confirmation = (subject: SearchSubject, fresh: FreshThreads, reservation: string | null) => {
  let unconfirmed = reservation
  const confirmFresh: ConfirmFresh = async (token) => {
    if (reservation !== null) return 'fails'
    const start = (warmUp: boolean) => fresh.start({ warmUp, isHeard: false })
    const runtime = createRecycledRuntime({ start, recycle: Number.POSITIVE_INFINITY })
    try {
      const { outcome } = await replay(elsewhere(subject, runtime.bodyFor), decodeToken(token), { runtime })
      return outcome
    } catch (error) {
      unconfirmed = error instanceof Error ? error.message : String(error)
      return 'fails'
    } finally {
      await runtime.close()
    }
  }
  return { confirmFresh, unconfirmed: () => unconfirmed }
}

const BY_ITSELF: NoThreads = {
  because: 'by this test host, which cannot load a test once more',
  remedy:
    'open what the subject keeps inside the body, forget it with reset: () => { ... }, or write a scenario for `crosswire run`, ' +
    'or a race for crosswire/vitest: they load the subject afresh',
}

const notOffered = (none: NoThreads | null): HarnessError => {
  const { because, remedy } = none ?? BY_ITSELF
  return new HarnessError('BAD_OPTION', `isolate: 'worker' is not offered ${because}`, { expected: "isolate: 'none'", remedy })
}
