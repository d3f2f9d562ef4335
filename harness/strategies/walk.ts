// An enumeration of schedules as plain data: what the visits have shown. Whoever made them, they add up.
import type { ChoiceKind } from '../core/choice.js'
import type { Visit } from './prefix.js'
import type { Claim, Summary } from './strategy.js'

/** Counts of visits by number of deviations. */
export interface Walk {
  /** Schedules with more deviations are not looked at; `null`: all are. */
  readonly atMost: number | null
  readonly visited: readonly number[]
  /** Prefixes that the visits have brought. The calm schedule, which nothing brings, is not among them. */
  readonly born: readonly number[]
  readonly cutShort: number
  readonly strayed: number
  /** Of the choices. */
  readonly kinds: readonly ChoiceKind[]
}

/** A walk while it goes on. */
export interface Walking extends Walk {
  readonly visited: number[]
  readonly born: number[]
  cutShort: number
  strayed: number
  readonly kinds: ChoiceKind[]
}

export const startWalking = (atMost: number | null): Walking => ({
  atMost,
  visited: [],
  born: [],
  cutShort: 0,
  strayed: 0,
  kinds: [],
})

/** Counts a visit to a prefix with so many deviations. */
export const countVisit = (walking: Walking, visit: Visit, depth: number): void => {
  walking.visited[depth] = (walking.visited[depth] ?? 0) + 1
  if (visit.isCutShort) walking.cutShort++
  if (visit.isStray) walking.strayed++
  if (depth >= (walking.atMost ?? Number.POSITIVE_INFINITY)) return
  walking.born[depth + 1] = (walking.born[depth + 1] ?? 0) + visit.born
}

/** Adds the kinds of the choices that were met. */
export const countKinds = (kinds: ChoiceKind[], { answers }: Pick<Summary, 'answers'>): void => {
  for (const { kind } of answers) if (!kinds.includes(kind)) kinds.push(kind)
}

/** Of visits to prefixes with so many deviations. */
export const walkOf = (visits: readonly Visit[], depth: number, { atMost, kinds }: Pick<Walk, 'atMost' | 'kinds'>): Walk => {
  const walking = startWalking(atMost)
  for (const visit of visits) countVisit(walking, visit, depth)
  return { ...walking, visited: dense(walking.visited), born: dense(walking.born), kinds }
}

/** JSON has no holes. */
const dense = (counts: readonly number[]): number[] => Array.from(counts, (count) => count ?? 0)

export const addWalks = (a: Walk, b: Walk): Walk => ({
  atMost: a.atMost,
  visited: addEach(a.visited, b.visited),
  born: addEach(a.born, b.born),
  cutShort: a.cutShort + b.cutShort,
  strayed: a.strayed + b.strayed,
  kinds: [...new Set([...a.kinds, ...b.kinds])],
})

const addEach = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0) + (b[i] ?? 0))

/** Prefixes that nobody has visited. */
export const leftOf = ({ visited, born }: Walk): number => 1 + sum(born) - sum(visited)

const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0)

/** Complete only where every prefix was visited, every execution followed its own, and none was cut short. */
export const claimOf = (walk: Walk): Claim => {
  const { atMost, cutShort, strayed, kinds } = walk
  const visited = sum(walk.visited)
  const left = leftOf(walk)
  const n = (count: number): string => count.toLocaleString('en')
  const doubts = [
    cutShort > 0 ? `${n(cutShort)} ended at a limit or let something escape` : '',
    strayed > 0 ? `${n(strayed)} did not follow their prefix` : '',
    visited > 0 && left > 0 ? `${n(left)} prefixes are left` : '',
  ].filter((doubt) => doubt !== '')
  const complete = doubts.length === 0 && visited > 0
  // What ended early, or went elsewhere, has schedules that nobody knows of; that the calm one was visited goes without saying.
  const whole = cutShort + strayed > 0 ? null : left > 0 ? wholeOf(walk) || null : atMost
  const what = kinds.every((kind) => kind === 'run') ? 'interleavings' : 'schedules'
  const within = whole === null ? '' : ` with at most ${whole} deviation${whole === 1 ? '' : 's'}`
  const branched = `choices of ${kinds.length === 0 ? 'nothing' : kinds.join(', ')}`
  if (complete) return { complete, sentence: `all ${n(visited)} ${what}${within} (${branched})` }
  const covered = within === '' ? `${n(visited)} ${what}` : `${n(visited)} ${what}, among them all${within}`
  return { complete, sentence: `${covered} (${branched}); not exhaustive: ${doubts.join(', ') || 'nothing was run'}` }
}

/** All schedules with at most so many deviations were visited, beginning with the calm one. */
const wholeOf = ({ visited, born }: Walk): number => {
  let depth = 0
  while (depth < born.length && (visited[depth + 1] ?? 0) === (born[depth + 1] ?? 0)) depth++
  return depth
}
