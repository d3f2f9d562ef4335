// Which step of one execution is which of another: keys count what an actor does, so where the order is another one a key may stand for
// another thing. What a step came of does not change with the order.
import type { Step } from '../../core/execution.js'
import { keyParts } from '../../core/task-key.js'

/** The step of `to` that is the same as one of `from`; `undefined` where there is none. */
export const sameSteps = (from: readonly Step[], to: readonly Step[]): ((step: Step) => Step | undefined) => {
  const finders = [exact, plain].map((labelOf) => finder(from, to, labelOf))
  return (step) => finders.reduce<Step | undefined>((found, find) => found ?? find(step), undefined)
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
  const taken = new Set<string>()
  for (const step of steps) {
    const what = `${step.cause === null ? step.actor : (byKey.get(step.cause) ?? '?')}|${labelOf(step.key)}`
    let nth = 1
    while (taken.has(`${what}|${nth}`)) nth++
    const name = `${what}|${nth}`
    taken.add(name)
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
