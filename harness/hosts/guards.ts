// The race files of a test: they are replayed before it searches, and what it finds is written beside them where that is asked for.
import { basename, dirname, join, relative } from 'node:path'
import { version } from '../config/version.js'
import type { Counterexample, KnownRace, SearchReport } from '../core/report.js'
import { replayedReport } from '../search/index.js'
import {
  asFound,
  dayOf,
  isSameRace,
  knownRace,
  namesLines,
  placeless,
  prefixOfTests,
  type RaceFile,
  type RaceReplay,
  raceFileOf,
  readRaces,
  replayRace,
  type StoredRace,
  saveRace,
} from '../search/race-files/index.js'
import type { Stage } from './stage.js'

const FOLDER = '__races__'

/** What the race files say before the test has searched. */
export interface Guarded {
  /** A race that is there again, and not known: the test fails with it. */
  readonly failure: { readonly report: SearchReport; readonly found: string } | null
  /** For a person: `2 race files pass now`. */
  readonly notes: readonly string[]
}

export interface Guards {
  /** `signal`: nothing more is replayed once it is aborted. Rejects with what the runtime rejects with. */
  replay(stage: Stage, signal: AbortSignal): Promise<Guarded>
  /** The report with what is known of its races, and what has become of them: `saved: __races__/...json`. */
  keep(report: SearchReport, save: boolean): { readonly report: SearchReport; readonly saved: string | null }
}

export interface GuardsOf {
  readonly id: string
  /** Absolute; without it there are none. */
  readonly file?: string | undefined
}

const NONE: Guards = {
  replay: async () => ({ failure: null, notes: [] }),
  keep: (report) => ({ report, saved: null }),
}

/** Throws `BAD_RACE_FILE` or `TOKEN_TOO_NEW`. */
export const guardsOf = ({ id, file }: GuardsOf): Guards => {
  if (file === undefined || file === '') return NONE
  const folder = join(dirname(file), FOLDER)
  const stored = readRaces(folder, prefixOfTests(basename(file))).filter(({ race }) => placeless(race.id) === placeless(id))
  const today = dayOf(new Date())
  const standing = ({ path, race: { known } }: StoredRace): KnownRace | null =>
    known === undefined ? null : knownRace(known, fromHere(path), today)
  // A race that comes back on another way than the files know is a new one to them.
  const gone = new Set<StoredRace>()
  const again = new Set<StoredRace>()
  return {
    replay: async (stage, signal) => {
      const seen: Seen[] = []
      for (const each of stored) {
        if (signal.aborted) break
        const result = await replayRace(stage.subject, each.race, { runtime: stage.runtime, evenIfItFits: false, signal })
        seen.push({ stored: each, result, known: result.isSame ? standing(each) : null })
        if (result.outcome !== 'fails') gone.add(each)
        if (result.isSame) again.add(each)
      }
      return { failure: failureIn(seen), notes: notesOn(seen) }
    },
    keep: (report, save) => {
      const saved: string[] = []
      const there = stored.filter((other) => !gone.has(other))
      const kept = (counterexample: Counterexample): Counterexample => {
        const race = raceFileOf(counterexample, { folder, cwd: process.cwd(), versions: versions() })
        // Without lines a test says little of its races: only one that has just failed as it did before is known to be still there.
        const same = stored.find((other) => isSameRace(other.race, race) && (namesLines(race) || again.has(other)))
        const known = same === undefined ? null : standing(same)
        if (save) saved.push(savedAt(folder, race, there))
        return known === null ? counterexample : { ...counterexample, known }
      }
      const counterexamples = report.counterexamples.map(kept)
      return { report: { ...report, counterexamples }, saved: saved.length === 0 ? null : saved.join('; ') }
    },
  }
}

const versions = () => ({ crosswire: version(), node: process.versions.node })

const fromHere = (path: string): string => relative(process.cwd(), path)

const savedAt = (folder: string, race: RaceFile, stored: readonly StoredRace[]): string => {
  const { path, isNew } = saveRace(folder, race, stored)
  return `${isNew ? 'Saved' : 'Saved before'}: ${fromHere(path)}`
}

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
  const replayed = replayedReport({ ...stored.race, policy: result.policy }, result, stored.race.policy.seed)
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

/** `a race is known until 2027-01-31: the driver waits for its release (test/__races__/...json)`. */
export const knownText = ({ until, reason, file }: KnownRace): string => `a race is known until ${until}: ${reason} (${file})`
