// From the parts of searches, each as one machine has seen it, to what one machine would have reported of the whole.
import { isDeepStrictEqual } from 'node:util'
import { HarnessError } from '../../core/errors.js'
import type { Counterexample, SearchReport } from '../../core/report.js'
import {
  type Account,
  distinct,
  findingOf,
  isSpent,
  kindOf,
  mergeShares,
  numbered,
  reportOf,
  type Settled,
  stoppedBy,
} from '../../search/index.js'
import type { Row } from '../exit-code.js'
import type { Problem } from '../messages.js'
import { unfinishedReport } from '../unfinished-report.js'
import type { Part } from './read-parts.js'
import type { ShardData } from './shard-data.js'

/** One row for each search, in the order of the first file. Throws `BAD_REPORT` where parts are missing, double, or of another search. */
export const mergeParts = (parts: readonly Part[]): Row[] => {
  const searches = new Map<string, Part[]>()
  for (const part of parts) {
    const name = nameOf(part)
    searches.set(name, [...(searches.get(name) ?? []), part])
  }
  return [...searches.values()].map((own) => mergeSearch(own.toSorted((a, b) => a.index - b.index)))
}

const nameOf = ({ report: { scenario, variant } }: Part): string => (variant === '' ? scenario : `${scenario} / ${variant}`)

const mergeSearch = (parts: readonly Part[]): Row => {
  checkComplete(parts)
  const without = parts.find(({ data }) => data === null)
  if (without !== undefined) return unmerged(without)
  checkAlike(parts)
  return rowOf(
    parts,
    parts.map(({ data }) => data as ShardData),
  )
}

/** One machine would not have begun either. */
const unmerged = ({ report, problem }: Part): Row => {
  const { shard: _, ...whole } = report
  return { target: { registered: report.scenario }, report: whole, problem }
}

const checkComplete = (parts: readonly Part[]): void => {
  const [{ of }] = parts as [Part]
  const found = parts.map((part) => `${part.index}/${part.of} (${part.file})`).join(', ')
  const isComplete = parts.length === of && parts.every((part, i) => part.of === of && part.index === i + 1)
  if (isComplete) return
  throw new HarnessError('BAD_REPORT', `these are not all parts of ${nameOf(parts[0] as Part)}, each once`, {
    found,
    expected: `1/${of} to ${of}/${of}`,
  })
}

const COMMON = ['subject', 'runtime', 'strategy', 'seed', 'budget', 'schedules', 'named', 'race', 'keepGoing'] as const

const checkAlike = (parts: readonly Part[]): void => {
  const [first, ...others] = parts as [Part, ...Part[]]
  for (const other of others) {
    const different = COMMON.find((key) => !isDeepStrictEqual(first.data?.[key], other.data?.[key]))
    if (different === undefined) continue
    throw new HarnessError('BAD_REPORT', `${first.file} and ${other.file} are parts of different searches of ${nameOf(first)}`, {
      found: `${different}: ${JSON.stringify(first.data?.[different])} and ${JSON.stringify(other.data?.[different])}`,
      expected: 'the same options for every part, but for --shard',
    })
  }
}

const rowOf = (parts: readonly Part[], all: readonly ShardData[]): Row => {
  const [{ target, subject, runtime, strategy, seed, budget, schedules, race, keepGoing }] = all as [ShardData]
  const broken = brokenOf(all)
  const done = all.flatMap((data) => data.shares).filter(({ share }) => share < (broken?.from ?? Number.POSITIVE_INFINITY))
  const how = { recorded: subject.recordsOperations, keepGoing, budget, schedules, race: race ?? undefined }
  const { shares, account, aloneUntil } = mergeShares(done, how)
  if (broken !== null && account.findings.length === 0) {
    return { target, report: brokenReport(all, account, broken.problem), problem: broken.problem }
  }
  const found = keepGoing ? distinct(ofAll(account, parts), subject.expect) : counterexamplesOf(account, { parts, shares, race })
  const report = reportOf(
    { subject, runtime, strategy, seed, race: race ?? undefined },
    {
      account,
      counterexamples: found,
      stopped: stoppedBy({
        found: found.length > 0 && !keepGoing,
        interrupted: all.some(({ interrupted }) => interrupted),
        spent: 'ms' in budget || isSpent(account, enumerates(shares) ? Number.POSITIVE_INFINITY : budget.executions),
      }),
      ms: msOf(all),
      notes: [...new Set(all.flatMap(({ notes }) => notes)), ...(aloneUntil === null ? [] : [beyondNote(aloneUntil)])],
    },
  )
  return { target, report, problem: null }
}

const beyondNote = (aloneUntil: number): string =>
  `found beyond the budget, by one part of several: one machine would have ended after ${aloneUntil.toLocaleString('en')} executions with less`

/** Then it is over where nothing is left, and not where so many were executed. */
const enumerates = (shares: readonly Settled[]): boolean => shares.some(({ account }) => account.visits !== null)

interface Broken {
  readonly problem: Problem
  /** What is from this share on does not count. */
  readonly from: number
}

/** What broke for one machine may have been explored by another: then all that others have done counts, but what was to come of it is missing. */
const brokenOf = (all: readonly ShardData[]): Broken | null => {
  const explored = new Set(all.flatMap(({ shares }) => shares.map(({ share }) => share)))
  const broken = all.flatMap(({ broken }) => broken ?? []).sort((a, b) => a.share - b.share)
  const [first] = broken
  if (first === undefined) return null
  const unexplored = broken.find(({ share }) => !explored.has(share))
  return { problem: (unexplored ?? first).problem, from: unexplored?.share ?? Number.POSITIVE_INFINITY }
}

/** They were at work at the same time. */
const msOf = (all: readonly ShardData[]): number => Math.max(...all.map(({ ms }) => ms))

const brokenReport = (all: readonly ShardData[], { executions, distinct }: Account, problem: Problem): SearchReport => {
  const [{ subject, strategy, seed, budget }] = all as [ShardData]
  const { scenario, variant, expect } = subject
  const facts = {
    name: scenario,
    story: '',
    variants: [variant],
    expect: expect === null ? null : { [variant]: expect },
    races: [],
  }
  const progress = { scenario, variant, executions, distinct, ms: msOf(all), done: 0 }
  const settings = { strategy, seed, budget }
  return unfinishedReport({ label: scenario, scenario: facts, variant, progress, settings }, problem)
}

/** Each by the number that its finding has among all. One schedule may show several kinds of failure: then their tokens are the same. */
const ofAll = ({ findings }: Account, parts: readonly Part[]): Counterexample[] => {
  const all = parts.flatMap(({ counterexamples }) => counterexamples)
  return findings.flatMap((finding) => {
    const one = all.find((each) => each.token === finding.token && kindOf(each) === kindOf(finding))
    return one === undefined ? [] : numbered([one], finding)
  })
}

interface Found {
  readonly parts: readonly Part[]
  readonly shares: readonly Settled[]
  readonly race: string | null
}

/** Made small by the machine that has found it. */
const counterexamplesOf = (account: Account, { parts, shares, race }: Found): readonly Counterexample[] => {
  const finding = findingOf(account, race ?? undefined)
  if (finding === null) return []
  const isIn = ({ account: { findings, other } }: Settled): boolean =>
    account.findings.length > 0 ? findings.length > 0 : other !== null
  const at = shares.find(isIn)?.share
  const hasFound = ({ data, counterexamples }: Part): boolean =>
    counterexamples.length > 0 && data !== null && data.shares.some((each) => each.share === at && isIn(each))
  return numbered(parts.find(hasFound)?.counterexamples ?? [], finding)
}
