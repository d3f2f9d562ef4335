// The choice points that the kernel asks. One object of each kind is reused: a search asks millions.
import type { ChoiceKind, ChoicePoint, Option } from '../../../core/choice.js'
import { mix } from '../../../core/random.js'
import { type Actor, hashOf } from './actors.js'
import type { TaskNode } from './task.js'

/** Which task runs next. */
export class RunPoint implements ChoicePoint {
  readonly kind = 'run'
  step = 0
  options: readonly TaskNode[] = []
  actor: Actor | null = null

  get key(): string {
    return (this.options[0] as TaskNode).key
  }

  get running(): number {
    return this.options.findIndex((option) => option.by === this.actor)
  }
}

/** Data: how long, whether, how much. */
export class DataPoint implements ChoicePoint {
  readonly kind: ChoiceKind
  readonly step: number
  readonly options: readonly Option[]
  readonly running = -1
  private readonly asked: { readonly actor: Actor; readonly label: string; readonly nth: number }

  constructor(kind: ChoiceKind, facts: { actor: Actor; label: string; step: number; options: readonly Option[] }) {
    const { actor, label, step, options } = facts
    this.kind = kind
    this.step = step
    this.options = options
    // Asked is counted, whoever wants to know the key.
    this.asked = { actor, label, nth: actor.nth(label) }
  }

  get key(): string {
    const { actor, label, nth } = this.asked
    return `${actor.name}|${label}|${nth}`
  }
}

const known = new WeakMap<readonly string[], readonly Option[]>()

/** Options of a data choice, by their names; lists that are reused are translated once. */
export const dataOptions = (names: readonly string[]): readonly Option[] => {
  let options = known.get(names)
  if (options === undefined) {
    options = names.map((name) => ({ key: name, hash: mix(hashOf(name), 0, 0), actor: '', lane: 'data', access: null }))
    known.set(names, options)
  }
  return options
}
