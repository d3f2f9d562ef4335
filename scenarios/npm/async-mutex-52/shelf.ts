// A shelf that notes who is at it, and when: what is seen of the mutex from outside.
import type { Section } from '../../../harness/index.js'
import type { Shelf } from './catalogue.js'

export interface WatchedShelf extends Shelf {
  /** Says that what `all()` has given came to this caller's `list`. */
  tookAll(items: readonly string[], token: string): void
  seen(): readonly Section[]
}

interface Filling {
  readonly edition: string
  readonly from: number
  /** What it did last: a filling that fails has been there until then. */
  until: number
}

export const createShelf = (): WatchedShelf => {
  const fillings: Filling[] = []
  const looks = new Map<readonly string[], { readonly at: number; token: string }>()
  let items: string[] = []
  let moment = 0
  return {
    clear(edition) {
      items = []
      fillings.push({ edition, from: ++moment, until: ++moment })
    },
    put(item, edition) {
      items.push(item)
      const filling = fillings.findLast((one) => one.edition === edition)
      if (filling !== undefined) filling.until = ++moment
    },
    all() {
      const look = [...items]
      looks.set(look, { at: ++moment, token: '' })
      return look
    },
    tookAll(taken, token) {
      const look = looks.get(taken)
      if (look !== undefined) look.token = token
    },
    seen: () => [
      ...fillings.map(({ edition, from, until }) => ({ by: edition, from, until })),
      ...[...looks.values()].map(({ at, token }) => ({ by: token, from: at, until: at + 1, shared: true })),
    ],
  }
}
