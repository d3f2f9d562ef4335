// Toy subjects whose chance to fail can be worked out by hand. Each throws in the interleaving that is the bug.
import type { Body } from '../../harness/core/runtime.js'
import { type ToyStep, type ToyThread, toy } from './toy-runtime.js'

const bug = (found: boolean): void => {
  if (found) throw new Error('bug')
}

/** A thread of `steps` steps that writes its letter into `order` at each. */
const writing = (order: string[], letter: string, steps: number, step: (i: number) => ToyStep = () => ({})): ToyThread =>
  function* () {
    for (let i = 0; i < steps; i++) {
      yield step(i)
      order.push(letter)
    }
  }

/** Threads of the given lengths, ready in this order; the bug is whatever `isBug` says of the order of all steps: `aabba`. */
export const sequences = (lengths: Readonly<Record<string, number>>, isBug: (order: string) => boolean): Body =>
  toy(() => {
    const order: string[] = []
    const threads = Object.entries(lengths).map(([name, steps]) => [name, writing(order, name[0] as string, steps)])
    return { threads: Object.fromEntries(threads), check: () => bug(isBug(order.join(''))) }
  })

/** Ann's only step comes after all `steps` of bob; by default it comes first. One ordering constraint: depth 1. */
export const lateBy = (steps: number): Body => sequences({ ann: 1, bob: steps }, (order) => order.endsWith('a'))

/** Bob does all of his steps between the last two of ann: two ordering constraints, depth 2. */
export const wholeBetween = (steps: number): Body =>
  sequences({ ann: steps + 1, bob: steps }, (order) => order === `${'a'.repeat(steps)}${'b'.repeat(steps)}a`)

/** Bob's only step comes after exactly half of ann's. */
export const inTheMiddle = (steps: number): Body =>
  sequences({ ann: steps, bob: 1 }, (order) => order.indexOf('b') === Math.floor(steps / 2))

/** Bob's read of x comes after ann's write, before which ann is busy for `steps` steps with what is her own. */
export const privateWork = (steps: number): Body =>
  toy(() => {
    const order: string[] = []
    const on = (name: string): ToyStep => ({ access: { on: name, write: true } })
    return {
      threads: {
        bob: writing(order, 'b', 1, () => on('x')),
        ann: writing(order, 'a', steps + 1, (i) => on(i < steps ? 'ann' : 'x')),
      },
      check: () => bug(order.at(-1) === 'b'),
    }
  })

/** Ann and bob write x in strict alternation, `each` times each: every order of two neighbours matters. */
export const alternation = (each: number, known = true): Body =>
  toy(() => {
    const order: string[] = []
    const step = (): ToyStep => (known ? { access: { on: 'x', write: true } } : {})
    // Cat's step is first by default and everywhere harmless; it keeps the calmest schedule from being the bug.
    const cat = writing(order, 'c', 1)
    return {
      threads: { cat, ann: writing(order, 'a', each, step), bob: writing(order, 'b', each, step) },
      check: () => bug(order.join('') === `${'ab'.repeat(each)}c`),
    }
  })
