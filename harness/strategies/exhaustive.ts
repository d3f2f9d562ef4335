// Strategy: every schedule there is, or every one with few deviations.
import type { ChoiceKind } from '../core/choice.js'
import type { Deviation, Policy } from '../core/policy.js'
import { calm, follow } from '../core/policy.js'
import type { Claim, Series, Strategy, Summary } from './strategy.js'

export interface ExhaustiveOptions {
  /** Only schedules with at most so many choices that are not the default. Default: all. */
  readonly deviationsAtMost?: number
}

/** Without a bound these come first, so that a search that ends too early can still say something whole. */
const NEAR = 2
/** A frontier beyond it is cut, and nothing exhaustive is claimed. */
const FRONTIER_AT_MOST = 1_000_000

/** A prefix: what its parent does, and one more deviation. */
interface Prefix {
  readonly parent: Prefix | null
  readonly deviation: Deviation | null
  readonly depth: number
}

const ROOT: Prefix = { parent: null, deviation: null, depth: 0 }

/**
 * Visits each schedule once. The frontier is a stack of prefixes: an execution follows its prefix and is calm beyond it, and
 * each option that it did not take beyond the prefix is a new one. A schedule is the set of its deviations, and each set has one
 * parent (itself without its last deviation), so that none can come twice. Schedules with at most two deviations come first.
 *
 * The claim is complete only when the frontier is empty, every execution followed its prefix, and none was cut short.
 */
export const exhaustive = ({ deviationsAtMost = Number.POSITIVE_INFINITY }: ExhaustiveOptions = {}): Strategy => ({
  name: 'exhaustive',
  draws: false,
  series: () => createFrontier(deviationsAtMost),
})

const createFrontier = (atMost: number): Series => {
  const near: Prefix[] = [ROOT]
  const far: Prefix[] = []
  const kinds = new Set<ChoiceKind>()
  let running: Prefix = ROOT
  const counts = { visited: 0, cutShort: 0, strayed: 0, dropped: 0 }

  const push = (prefix: Prefix): void => {
    if (prefix.depth <= NEAR) near.push(prefix)
    else if (far.length < FRONTIER_AT_MOST) far.push(prefix)
    else counts.dropped++
  }

  const branch = ({ answers }: Summary): void => {
    const from = running.deviation?.step ?? -1
    const depth = running.depth + 1
    let followed = 0
    for (const { kind, step, count, index } of answers) {
      if (index !== 0) followed++
      if (step <= from) continue
      kinds.add(kind)
      for (let other = count - 1; depth <= atMost && other > 0; other--) {
        push({ parent: running, deviation: { at: '', nth: 0, step, take: '', index: other }, depth })
      }
    }
    if (followed !== running.depth) counts.strayed++
  }

  return {
    next: () => {
      const prefix = near.pop() ?? far.pop()
      if (prefix === undefined) return null
      running = prefix
      return policyOf(prefix)
    },
    learn: (summary) => {
      counts.visited++
      if (summary.incomplete) counts.cutShort++
      branch(summary)
    },
    claim: () => claimOf(counts, { atMost, near: near.length, far: far.length, kinds: [...kinds] }),
  }
}

const policyOf = (prefix: Prefix): Policy => {
  if (prefix.depth === 0) return calm
  const changes = new Array<Deviation>(prefix.depth)
  for (let at: Prefix | null = prefix; at?.deviation != null; at = at.parent) changes[at.depth - 1] = at.deviation
  return follow(changes)
}

interface Counts {
  readonly visited: number
  readonly cutShort: number
  readonly strayed: number
  readonly dropped: number
}

interface Left {
  readonly atMost: number
  readonly near: number
  readonly far: number
  readonly kinds: readonly ChoiceKind[]
}

const claimOf = ({ visited, cutShort, strayed, dropped }: Counts, { atMost, near, far, kinds }: Left): Claim => {
  const n = (count: number): string => count.toLocaleString('en')
  const doubts = [
    cutShort > 0 ? `${n(cutShort)} ended at a limit or let something escape` : '',
    strayed > 0 ? `${n(strayed)} did not follow their prefix` : '',
    dropped > 0 ? `${n(dropped)} prefixes did not fit the frontier` : '',
    near + far > 0 ? `${n(near + far)} prefixes are left` : '',
  ].filter((doubt) => doubt !== '')
  const complete = doubts.length === 0 && visited > 0
  const bound = near > 0 ? null : far > 0 || dropped > 0 ? NEAR : atMost
  const what = kinds.every((kind) => kind === 'run') ? 'interleavings' : 'schedules'
  const within = bound === null || bound === Number.POSITIVE_INFINITY ? '' : ` with at most ${bound} deviations`
  const branched = `choices of ${kinds.length === 0 ? 'nothing' : kinds.join(', ')}`
  if (complete) return { complete, sentence: `all ${n(visited)} ${what}${within} (${branched})` }
  const covered = within === '' ? `${n(visited)} ${what}` : `${n(visited)} ${what}, among them all${within}`
  return { complete, sentence: `${covered} (${branched}); not exhaustive: ${doubts.join(', ') || 'nothing was run'}` }
}
