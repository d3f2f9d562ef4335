// Small random changes of a recorded schedule, and random walks along it.
import { type Change, follow, type Hold, isHold, type Policy } from '../../core/policy.js'
import { below } from '../../core/random.js'
import { keyParts } from '../../core/task-key.js'
import { alternativesOf } from './moved.js'

type Draw = () => number

/** Of four policies one walks freely, and one keeps to the running actor nearly always. */
const STAYS = [0, 0x80000000, 0xc0000000, 0xf0000000] as const

/** Any of what each change may have become, and up to two tasks more that are slow, of those who had a part in it. */
export function* jittered({ deviations }: Policy, keys: readonly string[], draw: Draw): Generator<Policy> {
  const lists = deviations.map((change) => alternativesOf(change, keys)).filter((list) => list.length > 0)
  const own = keys.filter((key) => concerns(deviations, key))
  const tasks = own.length > 0 ? own : keys
  if (tasks.length === 0) return
  for (;;) {
    const kept = lists.map((list) => list[below(draw(), list.length)] as Change)
    const more = Array.from({ length: below(draw(), 3) }, (): Hold => slow(tasks, draw))
    yield follow([...kept, ...more])
  }
}

const slow = (tasks: readonly string[], draw: Draw): Hold => ({
  hold: tasks[below(draw(), tasks.length)] as string,
  until: below(draw(), 2) === 0 ? 'last' : (tasks[below(draw(), tasks.length)] as string),
})

const concerns = (changes: readonly Change[], key: string): boolean => {
  const actor = keyParts(key)?.actor
  return changes.some((change) => keysOf(change).some((other) => keyParts(other)?.actor === actor))
}

const keysOf = (change: Change): string[] => (isHold(change) ? [change.hold, change.until] : [change.at, change.take])

/** The recorded changes where they fit, any other choice where they do not. One that was drawn is drawn again from other seeds. */
export function* loosened(policy: Policy, draw: Draw): Generator<Policy> {
  const { deviations } = policy
  for (let i = 0; ; i++) {
    const seed = draw()
    yield policy.pick === 'first'
      ? { pick: 'uniform', stay: STAYS[i % STAYS.length] as number, seed, deviations }
      : { ...policy, seed }
  }
}
