// The race files of a test: they are replayed before it searches, and what it finds is written beside them where that is asked for.
import { basename, dirname, join } from 'node:path'
import { version } from '../config/version.js'
import type { KnownRace, SearchReport } from '../core/report.js'
import type { Workload } from '../core/workload.js'
import { replayedReport } from '../search/index.js'
import {
  asFound,
  createKeeper,
  type Kept,
  placeless,
  prefixOfTests,
  type RaceReplay,
  readRaces,
  replayRace,
  type StoredRace,
  TEST_OF,
  tokenOf,
} from '../search/race-files/index.js'
import { fromHere } from './from-folder.js'
import type { Stage } from './stage.js'

/** What the race files say before the test has searched. */
export interface Guarded {
  /** A race that is there again, and not known: the test fails with it. */
  readonly failure: { readonly report: SearchReport; readonly found: string } | null
  /** For a person: `2 race files pass now`. */
  readonly notes: readonly string[]
}

/** Where race files are followed. */
export interface GuardStage extends Pick<Stage, 'subject' | 'runtime'> {
  /** Told of each workload before it is executed; `false`: it cannot be. */
  readonly take?: (workload: Workload) => boolean
}

export interface Guards {
  /** `signal`: nothing more is replayed once it is aborted. Rejects with what the runtime rejects with. */
  replay(stage: GuardStage, signal: AbortSignal): Promise<Guarded>
  /** The report with what is known of its races, and what has become of them: `Saved: __races__/...json`. */
  keep(report: SearchReport, save: boolean): { readonly report: SearchReport; readonly saved: string | null }
}

export interface GuardsOf {
  /** `client.test.ts > keeps answers apart`. */
  readonly id: string
  /** Where its race files lie, absolute; without it there are none. */
  readonly races?: string | undefined
}

const NONE: Guards = {
  replay: async () => ({ failure: null, notes: [] }),
  keep: (report) => ({ report, saved: null }),
}

/** Where race files of a test lie, whose file is known: beside it. */
export const racesBeside = (file: string): string | undefined => (file === '' ? undefined : join(dirname(file), '__races__'))

/** Throws `BAD_RACE_FILE` or `TOKEN_TOO_NEW`. */
export const guardsOf = ({ id, races: folder }: GuardsOf): Guards => {
  if (folder === undefined) return NONE
  const [file = ''] = id.split(TEST_OF)
  const stored = readRaces(folder, prefixOfTests(basename(file))).filter(({ race }) => placeless(race.id) === placeless(id))
  const versions = { crosswire: version(), node: process.versions.node }
  const keeper = createKeeper({ folder, stored, cwd: process.cwd(), versions })
  return {
    replay: async ({ subject, runtime, take = () => true }, signal) => {
      const seen: Seen[] = []
      const left: StoredRace[] = []
      for (const each of stored) {
        if (signal.aborted) break
        if (!take(each.race.workload)) {
          left.push(each)
          continue
        }
        const result = await replayRace(subject, each.race, { runtime, evenIfItFits: false, signal })
        seen.push({ stored: each, result, known: keeper.replayed(each, result) })
      }
      return { failure: failureIn(seen), notes: [...notesOn(seen), ...left.map(unreadable)] }
    },
    keep: (report, save) => {
      const { report: kept, ...written } = keeper.keep(report, { save })
      return { report: kept, saved: writtenText(written) }
    },
  }
}

const writtenText = ({ saved, problem }: Omit<Kept, 'report'>): string | null => {
  const told = saved.map(({ path, isNew }) => `${isNew ? 'Saved' : 'Saved before'}: ${fromHere(path)}`)
  if (problem !== null) told.push(`Not saved: ${problem.message.replace(/\s+/g, ' ')}`)
  return told.length === 0 ? null : told.join('; ')
}

const unreadable = ({ path }: StoredRace): string =>
  `${fromHere(path)} was not replayed: it holds no value that the property could be given`

interface Seen {
  readonly stored: StoredRace
  readonly result: RaceReplay
  readonly known: KnownRace | null
}

const isRed = ({ result, known }: Seen): boolean => result.outcome === 'fails' && known?.holds !== true

/** The first one is told, and how many there are besides. */
const failureIn = (seen: readonly Seen[]): Guarded['failure'] => {
  const [first, ...others] = seen.filter(isRed)
  if (first === undefined) return null
  const { stored, result, known } = first
  const replayed = replayedReport({ ...tokenOf(stored.race), policy: result.policy }, result, stored.race.policy.seed)
  const report = { ...replayed, notes: asFound(stored, { isSame: result.isSame, cwd: process.cwd() }) }
  const more = others.length === 0 ? '' : `; ${others.length} more of this test ${others.length === 1 ? 'fails' : 'fail'}`
  return {
    report: known === null ? report : { ...report, counterexamples: report.counterexamples.map((each) => ({ ...each, known })) },
    found: `${fromHere(stored.path)}: it fails, found again by ${result.heldBy}${more}`,
  }
}

const notesOn = (seen: readonly Seen[]): string[] => {
  const passing = seen.filter(({ result }) => result.outcome === 'passes now').length
  return [
    ...(passing === 0 ? [] : [`${passing} ${passing === 1 ? 'race file passes' : 'race files pass'} now`]),
    ...seen.flatMap(({ known, result }) => (known?.holds === true && result.outcome === 'fails' ? [knownText(known)] : [])),
    ...seen.flatMap(({ stored, result }) =>
      result.outcome === 'diverged' ? [`${fromHere(stored.path)} does not fit any more`] : [],
    ),
  ]
}

/** What is said of the races of a report, where all of them are known and the day of none has passed; else nothing. */
export const knownIn = ({ counterexamples }: SearchReport): string[] => {
  const known = counterexamples.flatMap((each) => (each.known?.holds === true ? [knownText(each.known)] : []))
  return known.length === counterexamples.length ? [...new Set(known)] : []
}

/** `a race is known until 2027-01-31: the driver waits for its release (test/__races__/...json)`. */
const knownText = ({ until, reason, file }: KnownRace): string => `a race is known until ${until}: ${reason} (${file})`
