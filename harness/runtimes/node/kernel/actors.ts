// Who does what: named actors by async context, and strands (chains of tasks) for everything that has no name.
import { AsyncLocalStorage } from 'node:async_hooks'
import { hashText } from '../../../core/random.js'

/** One sequential line of work inside an execution. */
export class Actor {
  readonly name: string
  /** The execution it belongs to: tells whether code that runs in a real turn of the loop is ours. */
  readonly owner: object
  steps = 0
  private strands = 0
  private lastWhat = ''
  private lastCount = 0
  private counts: Map<string, number> | null = null

  constructor(name: string, owner: object) {
    this.name = name
    this.owner = owner
  }

  get hash(): number {
    return hashOf(this.name)
  }

  /** How often this actor has posted a task of that name, this one included: the last part of a stable key. */
  nth(what: string): number {
    if (what === this.lastWhat) return ++this.lastCount
    // Most actors post one kind of task several times in a row, so the map is needed by few.
    if (this.lastCount > 0) (this.counts ??= new Map()).set(this.lastWhat, this.lastCount)
    this.lastWhat = what
    this.lastCount = (this.counts?.get(what) ?? 0) + 1
    return this.lastCount
  }

  /** The next unnamed line of work that this actor starts. */
  strand(): Actor {
    return new Actor(`${this.name}/${++this.strands}`, this.owner)
  }
}

const hashes = new Map<string, number>()

/** Hash of a name or label, remembered: a search sees the same few hundred of them all the time. */
export const hashOf = (text: string): number => {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const hash = hashText(text)
  if (hashes.size < 100_000) hashes.set(text, hash)
  return hash
}

/** Carries the actor through awaits, timers and sockets of the subject. Always on: without it a third of the steps after a hand-over go to the wrong caller. */
export const actorContext = new AsyncLocalStorage<Actor>()
