// What is known of each published race in numbers: how fast it is found, what the repaired version survives, and how often it shows by itself.
import { existsSync, readFileSync } from 'node:fs'
import type { Spread } from '../series/figures.js'

/** Format 1, as it stands beside the scenarios; by the name of the scenario. */
export interface ZooFigures {
  readonly format: 1
  readonly entries: Readonly<Record<string, EntryFigures>>
}

/** The variant that has the race, in each of them. */
export const FAULTY = 'faulty'

export interface EntryFigures {
  readonly package: string
  readonly faulty: string
  /** `null`: no release is without the race. */
  readonly fixed: string | null
  readonly source: string
  /** The oracle that must be among those that fail. */
  readonly expect: string
  /** Executions over all workloads before the first failure, shrinking and confirmation excluded. */
  readonly schedules: Spread
  /** Milliseconds up to the first failure, on the machine that has measured it. */
  readonly ms: Spread
  /** Holds and deviations that are left after shrinking. */
  readonly left: Spread
  /** Of the variants that have to pass. */
  readonly clean: readonly CleanRun[]
  /** Of the faulty variant, in plain Node; `null`: it does not run there, or was never asked for. */
  readonly real: RealRuns | null
}

export interface CleanRun {
  readonly variant: string
  readonly schedules: number
  readonly findings: number
}

export interface RealRuns {
  readonly runs: number
  /** Runs in which what is expected showed. */
  readonly shown: number
  /** Runs in which nothing could be said, or that hung without a verdict. */
  readonly unknown: number
  /** Of one run, with the start and the end of its processes. */
  readonly ms: number
}

const FILE = new URL('../../../scenarios/npm/figures.json', import.meta.url)

const NONE: ZooFigures = { format: 1, entries: {} }

export const knownZoo = (): ZooFigures => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as ZooFigures) : NONE)

/** As it was just measured; without `real` where nobody asked for runs in plain Node. */
export interface FreshEntry extends Omit<EntryFigures, 'real'> {
  readonly real?: RealRuns | null
}

export interface FreshFigures {
  readonly format: 1
  readonly entries: Readonly<Record<string, FreshEntry>>
}

/**
 * Those of `fresh` in the place of the same ones of `known`; in the order of `names`, without what is not among them. Runs in plain Node that
 * were not asked for stay what they were, of the same version.
 */
export const mergedZoo = (known: ZooFigures, fresh: FreshFigures, names: readonly string[]): ZooFigures => {
  const measured = Object.entries(fresh.entries).map(([name, entry]) => [name, withReal(entry, known.entries[name])] as const)
  const all: ZooFigures['entries'] = { ...known.entries, ...Object.fromEntries(measured) }
  return { format: 1, entries: Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))) }
}

const withReal = ({ real, ...entry }: FreshEntry, known: EntryFigures | undefined): EntryFigures => {
  const isSame = known?.package === entry.package && known.faulty === entry.faulty
  return { ...entry, real: real === undefined ? ((isSame ? known?.real : null) ?? null) : real }
}
