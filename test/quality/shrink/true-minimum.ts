// The true minimum of a failure, by exhaustive search: the fewest holds and deviations, one each, that make it happen.
import type { Execution } from '../../../harness/core/execution.js'
import { type Change, type Deviation, isHold } from '../../../harness/core/policy.js'

export interface Judged {
  run(changes: readonly Change[]): Promise<Execution>
  fails(execution: Execution): boolean
}

/**
 * Every set of one change, then every set of two, ...: `null` where no set of at most `most` changes fails.
 *
 * A set has an order in which its changes take effect, and up to the next one an execution is that of the changes before: so each set is
 * reached by adding to a smaller one what is met in the smaller one's execution. A hold that ends at a task is one to the last until that
 * task is taken, so its ends are the tasks of the execution with the hold to the last.
 */
export const trueMinimum = async (judged: Judged, most: number): Promise<number | null> => {
  const calm = await judged.run([])
  if (judged.fails(calm)) return 0
  let sets: { readonly changes: readonly Change[]; readonly execution: Execution }[] = [{ changes: [], execution: calm }]
  const seen = new Set<string>()
  for (let size = 1; size <= most; size++) {
    const larger: typeof sets = []
    for (const { changes, execution } of sets) {
      for await (const more of oneMore(judged, changes, execution)) {
        const name = nameOf(more)
        if (seen.has(name)) continue
        seen.add(name)
        const next = await judged.run(more)
        if (judged.fails(next)) return size
        if (size < most) larger.push({ changes: more, execution: next })
      }
    }
    sets = larger
  }
  return null
}

async function* oneMore({ run }: Judged, changes: readonly Change[], execution: Execution): AsyncGenerator<readonly Change[]> {
  const from = Math.max(-1, ...changes.map((change) => (isHold(change) ? -1 : change.step)))
  for (const { step, count, index } of execution.answers) {
    for (let other = 0; step > from && other < count; other++) {
      if (other !== index) yield [...changes, { at: '', nth: 0, step, take: '', index: other }]
    }
  }
  const held = new Set(changes.filter(isHold).map(({ hold }) => hold))
  for (const key of new Set(execution.steps.map((step) => step.key))) {
    if (held.has(key)) continue
    const toTheLast: readonly Change[] = [...changes, { hold: key, until: 'last' }]
    yield toTheLast
    for (const until of new Set((await run(toTheLast)).steps.map((step) => step.key))) {
      if (until !== key) yield [...changes, { hold: key, until }]
    }
  }
}

const nameOf = (changes: readonly Change[]): string =>
  changes
    .map((change) => (isHold(change) ? `${change.hold}>${change.until}` : `${(change as Deviation).step}:${change.index}`))
    .sort()
    .join(' ')
