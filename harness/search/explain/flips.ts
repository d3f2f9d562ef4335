// The neighbours of a failing execution: all that differ from it in one choice.
import type { Answer, Execution, Step } from '../../core/execution.js'
import { type Change, type Hold, isHold } from '../../core/policy.js'
import { causesIn } from './same-steps.js'

/** A neighbour, by what it follows. */
export interface Flip {
  /** Left out of the failing one, or put in; of what was drawn without regard to the failing one, the last of its changes. */
  readonly flipped: Change
  readonly kind: 'left out' | 'put in' | 'drawn'
  readonly changes: readonly Change[]
  /** The same without the flipped one. */
  readonly rest: readonly Change[]
  /** What the failing one follows. */
  readonly failing: readonly Change[]
  /** The same order of two steps is turned round so many times besides. Absent where nothing is repeated. */
  readonly again?: number
}

/** It changes one choice of the failing one, and not several at once. */
export const isSingle = ({ kind, rest, failing }: Flip): boolean =>
  kind === 'left out' || (kind === 'put in' && rest.length === failing.length)

/** Without one of the changes that the failing one needed, the last one first. */
export function* leftOut(changes: readonly Change[]): Generator<Flip> {
  for (const change of changes.toReversed()) {
    const rest = changes.filter((other) => other !== change)
    yield { flipped: change, kind: 'left out', changes: rest, rest, failing: changes }
  }
}

export interface PutInOptions {
  /** Steps from this index on come too late to matter. */
  readonly before: number
  /** Steps up to and with this index have been looked at. */
  readonly after: number
}

/**
 * With one more change: a step in which the subject went on only after a later one of another actor's, then another task, then other
 * data. Each backwards from the end, so that the first which passes is the nearest: it goes the same way for longest. `looked` has the
 * lines of its steps.
 */
export function* putIn(changes: readonly Change[], looked: Execution, options: PutInOptions): Generator<Flip> {
  const flip = (flipped: Change): Flip => {
    const rest = isHold(flipped) ? changes.map((change) => released(change, flipped.hold, looked)) : changes
    return { flipped, kind: 'put in', changes: [...rest, flipped], rest, failing: changes }
  }
  const isNear = ({ n }: Step): boolean => n < options.before && n > options.after
  for (const hold of laterSteps(changes, looked, isNear)) yield flip(hold)
  const near = placed(looked).filter(({ step }) => step !== undefined && isNear(step))
  const [tasks, data] = [true, false].map((isTask) =>
    near.filter(({ answer }) => (answer.kind === 'run') === isTask).toReversed(),
  )
  for (const { answer } of [...(tasks ?? []), ...(data ?? [])]) {
    for (let index = 0; index < answer.count; index++)
      if (index !== answer.index) yield flip({ at: '', nth: 0, step: answer.step, take: '', index })
  }
}

/** A task that waits for one that is held itself would wait with it: it goes on where it went on before, one step earlier. */
export const released = (change: Change, held: string, { steps }: Execution): Change => {
  if (!isHold(change) || change.until !== held) return change
  const before = steps[steps.findIndex(({ key }) => key === held) - 1]
  return before === undefined ? change : { ...change, until: before.key }
}

/** Steps past which one is moved: of those in which the subject went on, and of all that it has asked for. */
const PAST_AT_MOST = { wentOn: 6, askedFor: 12 }

const wentOn = ({ resumed }: Step): boolean => resumed !== undefined
const askedFor = (step: Step): boolean => wentOn(step) || step.posted !== undefined

/** Holds of one step until a later one of another actor's that did not come of it. */
export function* laterSteps(changes: readonly Change[], { steps }: Execution, isNear: (step: Step) => boolean): Generator<Hold> {
  const held = new Set(changes.filter(isHold).map(({ hold }) => hold))
  const isCausedBy = causesIn(steps)
  const told = new Set<string>()
  for (const [isOwn, most] of [[wentOn, PAST_AT_MOST.wentOn] as const, [askedFor, PAST_AT_MOST.askedFor] as const]) {
    const own = steps.filter((step) => isNear(step) && isOwn(step))
    for (const [i, { key, actor, options }] of [...own.entries()].toReversed()) {
      if (options < 2 || held.has(key)) continue
      const later = own.slice(i + 1).filter((step) => step.actor !== actor && !isCausedBy(step, key))
      for (const { key: until } of later.slice(0, most)) {
        const name = `${key} ${until}`
        if (!told.has(name)) yield { hold: key, until }
        told.add(name)
      }
    }
  }
}

interface Placed {
  readonly answer: Answer
  /** The step that was chosen, or during which data was. */
  readonly step: Step | undefined
}

/** Choices with their steps: tasks were chosen where there were several. A fault that is put in explains nothing. */
const placed = ({ answers, steps }: Execution): Placed[] => {
  const chosen = steps.filter(({ options }) => options > 1)
  let tasks = 0
  return answers
    .map((answer) => ({ answer, step: chosen[answer.kind === 'run' ? tasks++ : Math.max(0, tasks - 1)] }))
    .filter(({ answer }) => answer.kind !== 'fault')
}
