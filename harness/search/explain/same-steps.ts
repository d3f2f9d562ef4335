// Which step of one execution is which of another: keys count what an actor does, so where the order is another one a key may stand for
// another thing. What a step came of does not change with the order.
import type { Step } from '../../core/execution.js'
import { keyParts } from '../../core/task-key.js'

/** The step of `to` that is the same as one of `from`; `undefined` where there is none. */
export const sameSteps = (from: readonly Step[], to: readonly Step[]): Same => {
  const finders = [exact, plain].map((labelOf) => finder(from, to, labelOf))
  return (step) => finders.reduce<Step | undefined>((found, find) => found ?? find(step), undefined)
}

export type Same = (step: Step) => Step | undefined

/**
 * The same of executions that were looked at closely, by what goes on as well. What comes of an answer that arrived together with somebody
 * else's is told by the other's: then a step is the same by who goes on in it, and at which line.
 */
export const sameGoing = (from: readonly Step[], to: readonly Step[]): Same => {
  const [exactly, plainly] = [finder(from, to, exact), finder(from, to, plain)]
  const byCause: Same = (step) => {
    const alike = plainly(step)
    return exactly(step) ?? (alike === undefined || isElsewhere(step, alike) ? undefined : alike)
  }
  const known = new Set(from.map(byCause))
  const names = goingOn(from)
  const byGoing = new Map([...goingOn(to)].flatMap(([step, name]) => (known.has(step) ? [] : [[name, step]])))
  return (step) => byCause(step) ?? byGoing.get(names.get(step) ?? '')
}

/** Others go on in the one than in the other, or at other lines. */
const isElsewhere = ({ went: here = [] }: Step, { went: there = [] }: Step): boolean =>
  here.length > 0 &&
  there.length > 0 &&
  !here.some(({ actor, at }) => there.some((other) => other.actor === actor && other.at.some((line) => at.includes(line))))

/** By who goes on first in a step, at which line, and the how many-th time. */
const goingOn = (steps: readonly Step[]): Map<Step, string> => {
  const times = new Map<string, number>()
  const names = new Map<Step, string>()
  for (const step of steps) {
    const [goer] = step.went ?? []
    if (goer === undefined) continue
    const name = `${goer.actor} ${goer.at.at(-1)}`
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    names.set(step, `${name} ${time}`)
  }
  return names
}

type LabelOf = (key: string) => string

const finder = (from: readonly Step[], to: readonly Step[], labelOf: LabelOf): ((step: Step) => Step | undefined) => {
  const ids = new Map<string, number>()
  const [names, others] = [from, to].map((steps) => namesOf(steps, ids, labelOf)) as [Map<Step, number>, Map<Step, number>]
  const byName = new Map([...others].map(([step, id]) => [id, step]))
  return (step) => byName.get(names.get(step) ?? -1)
}

/** Whether a step came of the one with a key, over however many others. */
export const causesIn = (steps: readonly Step[]): ((step: Step, key: string) => boolean) => {
  const causes = new Map(steps.map(({ key, cause }) => [key, cause]))
  return ({ cause }, key) => {
    for (let at = cause; at !== null; at = causes.get(at) ?? null) if (at === key) return true
    return false
  }
}

/** By what a step did and what it came of, as numbers: `ids` has those of both executions. */
const namesOf = (steps: readonly Step[], ids: Map<string, number>, labelOf: LabelOf): Map<Step, number> => {
  const names = new Map<Step, number>()
  const byKey = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const step of steps) {
    const what = `${step.cause === null ? step.actor : (byKey.get(step.cause) ?? '?')}|${labelOf(step.key)}`
    const nth = (counts.get(what) ?? 0) + 1
    counts.set(what, nth)
    const name = `${what}|${nth}`
    const id = ids.get(name) ?? ids.size
    ids.set(name, id)
    byKey.set(step.key, id)
    names.set(step, id)
  }
  return names
}

/** Of two that came of one step, the one that took longer is told by that. */
const exact: LabelOf = (key) => {
  const { actor, what } = keyParts(key) ?? { actor: '', what: key }
  return `${actor}|${what}`
}

/** How long it took, and how many of its kind there were before it, is what comes of an order. */
const plain: LabelOf = (key) => {
  const { what } = keyParts(key) ?? { what: key }
  const [, kind = '', way = ''] = /^(\S*).*?( [cs]2[cs])?$/s.exec(what) ?? []
  return kind.replace(/\d+/g, '') + way
}
