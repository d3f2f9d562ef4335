// The reason in one sentence, for a person. Only where an execution that passes proves it.
import type { Execution, Step } from '../../core/execution.js'
import { isHold } from '../../core/policy.js'
import { keyParts } from '../../core/task-key.js'
import { toldData } from '../../core/told-data.js'
import type { Crossing, Order } from './crossing.js'
import type { Lines } from './told-line.js'

export interface SentenceFacts {
  /** The failing execution, with the lines of the two steps. */
  readonly looked: Execution
  readonly lines: Lines
  /** The flip left a change out. */
  readonly isLeftOut: boolean
  /** It changed one choice, and not several at once. */
  readonly isSingle: boolean
  /** It turned the same order round so many times besides. */
  readonly again: number
  /** It turned that order itself, and not another one, of which that came. */
  readonly isTurned: boolean
  /** Nothing else fails without it. */
  readonly isWell: boolean
}

/** `null` where it takes more than two tasks or one piece of data to say. */
export const sentenceOf = ({ order, slow, flipped }: Crossing, facts: SentenceFacts): string | null => {
  const { isLeftOut, isSingle, again, isWell } = facts
  if (!isSingle) return order === null ? null : togetherOf(tasks(order, facts), again)
  const then = isWell ? 'all would have been well (checked).' : 'this would not have happened (checked).'
  const data = isHold(flipped) ? null : toldData(flipped)
  if (data !== null) return isLeftOut ? `${data.fact} Had ${data.otherwise}, ${then}` : `Had ${data.likewise}, ${then}`
  if (!isHold(flipped) && keyParts(flipped.take) === null) return null
  if (order === null) return null
  const [first, second] = tasks(order, facts)
  if (!facts.isTurned) return otherWayRoundOf([first, second], isWell)
  if (slow) return `${second.actor} was slow: ${second.text} was overtaken by ${whose(first, second)}. Had it come first, ${then}`
  const other = first.actor === second.actor ? 'the latter' : `${second.actor}'s`
  return `${first.actor}'s ${first.text} came before ${whose(second, first)}. Had ${other} come first, ${then}`
}

const otherWayRoundOf = ([first, second]: readonly [Task, Task], isWell: boolean): string => {
  const then = isWell ? 'all is well' : 'this does not happen'
  return `${first.actor}'s ${first.text} came before ${whose(second, first)}. Where it is the other way round, ${then} (checked).`
}

const togetherOf = ([first, second]: readonly [Task, Task], again: number): string => {
  const order = `${first.actor}'s ${first.text} came before ${whose(second, first)}`
  if (again === 0) return `${order}. All is well where that and more is the other way round (checked).`
  const times = again === 1 ? 'once more' : `${again} times more`
  return `${order}, and so it was ${times}. Had each been the other way round, all would have been well (checked).`
}

interface Task {
  readonly actor: string
  readonly text: string
}

const tasks = ([first, second]: Order, facts: SentenceFacts): readonly [Task, Task] => {
  const before = facts.looked.steps.find(({ key }) => key === first)
  return [task(first, facts), task(second, facts, before)]
}

const task = (key: string, { looked: { steps }, lines }: SentenceFacts, after?: Step): Task => {
  const { actor, what } = keyParts(key) ?? { actor: key, what: key }
  const step = steps.find((each) => each.key === key)
  const line = step === undefined ? undefined : lines.of(step, after)
  // A name that ends in a mark of its own would run into the sentence's.
  const name = /\w$/.test(what) ? what : `"${what}"`
  return { actor: step === undefined ? actor : lines.actorOf(step, after), text: line === undefined ? name : `${name} (${line})` }
}

const whose = ({ actor, text }: Task, than: Task): string => (actor === than.actor ? `its own ${text}` : `${actor}'s ${text}`)
