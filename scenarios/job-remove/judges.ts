// What the store of jobs is judged by: entries, folders and what the runs have printed, as they are at the end.
import { acknowledgedWrites, type Execution, type HistoryEvent, invariant, nothingComesBack } from '../../harness/index.js'

/** What lies in the folder at the end. */
export interface Seen {
  readonly entries: readonly string[]
  readonly folders: readonly string[]
  /** What was printed and is kept. */
  readonly prints: readonly string[]
  /** Tokens of the runs that have begun their work. */
  readonly worked: readonly string[]
  readonly outside: boolean
}

const seenIn = ({ observed }: Execution): Seen =>
  (observed as Seen | undefined) ?? { entries: [], folders: [], prints: [], worked: [], outside: true }
/** Each is there at the beginning, with its folder. */
export const JOBS: readonly string[] = ['job-1', 'job-2']
export const idOf = (input: unknown): string => (input as { readonly id: string }).id

const orphansIn = (execution: Execution): string[] => {
  const { entries, folders } = seenIn(execution)
  return folders.filter((folder) => !entries.includes(folder))
}

/** That nobody will ever remove. */
export const hasOrphans = (_: unknown, execution: Execution): boolean => orphansIn(execution).length > 0

/** At the beginning each job has its folder: whoever removes the one removes the other. */
export const agreement = invariant('entries-and-folders', (execution) => {
  const { entries, folders } = seenIn(execution)
  const orphans = orphansIn(execution)
  if (orphans.length > 0) return `the folder of ${orphans.join(' and ')} is there, and the job is not`
  const bare = entries.filter((entry) => !folders.includes(entry))
  return bare.length === 0 || `${bare.join(' and ')} is listed, and the folder is not there`
})

export const outside = invariant(
  'outside',
  (execution) => seenIn(execution).outside || 'a folder that belongs to no job was removed',
)

export const noEntryComesBack = nothingComesBack({
  creates: () => [],
  removes: ({ op, input }, thing) => op === 'remove' && thing === `the entry of ${idOf(input)}`,
  present: (execution) => seenIn(execution).entries.map((id) => ({ thing: `the entry of ${id}` })),
})

/** Removals of a job that had begun before an event. */
const removalsBefore = ({ history }: Execution, id: string, n: number): HistoryEvent[] =>
  history.filter((event) => event.op === 'remove' && event.type === 'invoke' && event.n < n && idOf(event.input) === id)

interface Run {
  readonly invoke: HistoryEvent
  /** Absent where it never ended. */
  readonly end: HistoryEvent | undefined
}

const runsIn = ({ history }: Execution): Run[] =>
  history
    .filter(({ op, type }) => op === 'run' && type === 'invoke')
    .map((invoke) => ({ invoke, end: history.find(({ call, type }) => call === invoke.call && type !== 'invoke') }))

const told = ({ invoke: { actor, input } }: Run): string => `${actor}'s run of ${idOf(input)}`

/** A run fails where its job is gone, or never was, and for no other reason. */
export const runsWhatIsThere = invariant('refused', (execution) => {
  const { worked } = seenIn(execution)
  const wasThere = ({ invoke: { input } }: Run): boolean => JOBS.includes(idOf(input))
  const isRefused = ({ invoke, end }: Run): boolean =>
    end?.type === 'fail' && removalsBefore(execution, idOf(invoke.input), end.n).length === 0
  const runs = runsIn(execution)
  const refused = runs.find((run) => wasThere(run) && isRefused(run))
  if (refused !== undefined) return `${told(refused)} was refused, and nobody had removed it`
  const invented = runs.find((run) => !wasThere(run) && worked.includes(run.invoke.token ?? ''))
  return invented === undefined || `${told(invented)} did its work, and there never was such a job`
})

/** A job that was gone before its run began does not run. */
export const noJobRunsAgain = invariant('nothing-comes-back', (execution) => {
  const { worked } = seenIn(execution)
  const ended = (removal: HistoryEvent): number =>
    execution.history.find(({ call, type }) => call === removal.call && type === 'ok')?.n ?? Number.POSITIVE_INFINITY
  const isGone = ({ input, n }: HistoryEvent): boolean =>
    removalsBefore(execution, idOf(input), n).some((removal) => ended(removal) < n)
  const found = runsIn(execution).find(({ invoke }) => worked.includes(invoke.token ?? '') && isGone(invoke))
  return found === undefined || `${told(found)} did its work, though the job was removed before`
})

/** Somebody of those who remove a job is told that there was one, and nobody where there never was. */
export const removalsTold = invariant('removals-told', ({ history }) => {
  const removals = history.flatMap(({ op, type, call, output }) => {
    const invoke = history.find((event) => event.call === call && event.type === 'invoke')
    return op === 'remove' && type === 'ok' ? [{ id: idOf(invoke?.input), wasThere: output === true }] : []
  })
  const invented = removals.find(({ id, wasThere }) => wasThere && !JOBS.includes(id))
  if (invented !== undefined) return `there never was a job ${invented.id}, and its removal says that there was`
  const untold = removals.find(({ id }) => JOBS.includes(id) && !removals.some((other) => other.id === id && other.wasThere))
  return untold === undefined || `${untold.id} was there, and nobody who removed it was told so`
})

/** What a run has printed is kept, once, unless its job was removed. */
export const everyPrintKeptOnce = acknowledgedWrites({
  what: 'what was printed by',
  writes: ({ invoke }) => (invoke.op === 'run' ? (invoke.token ?? null) : null),
  stored: (execution) => seenIn(execution).prints,
  excused: (execution) =>
    runsIn(execution).flatMap(({ invoke: { input, token } }) =>
      token !== undefined && removalsBefore(execution, idOf(input), Number.POSITIVE_INFINITY).length > 0 ? [token] : [],
    ),
})
