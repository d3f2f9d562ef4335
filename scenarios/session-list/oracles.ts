// The active list is judged by whoever asked for it: a client knows what it was told to be gone, and what must be there.
import { type Execution, type HistoryEvent, invariant, type Oracle } from '../../harness/index.js'
import type { Look } from './visits.js'

export interface Sight extends Look {
  readonly event: HistoryEvent
}

/** Every list that a caller was given. */
export const looks = ({ history }: Execution): Sight[] =>
  history.flatMap((event) => (event.type === 'ok' && event.actor !== 'dispatcher' ? { ...(event.output as Look), event } : []))

/** Of those that live, the ones that are not listed, in words. */
export const missing = ({ listed, live }: Look): string[] =>
  Object.entries(live).flatMap(([what, { id }]) => (listed.some((session) => session.id === id) ? [] : `${what}, ${id}`))

/** Of those that are listed, the ones that are said to be what they are not. */
const mistaken = ({ listed, live }: Look): string[] =>
  Object.entries(live).flatMap(([what, { id, state }]) => {
    const session = listed.find((each) => each.id === id)
    return session === undefined || session.state === state ? [] : `${what}, ${id}, is ${state} and listed as ${session.state}`
  })

const complaints = (look: Sight): string[] => [
  ...missing(look).map((what) => `${look.event.actor} does not find ${what}, in the list, though it lives`),
  ...mistaken(look),
  ...(look.listed.some(({ id }) => id === look.gone)
    ? [`${look.event.actor} finds session ${look.gone} in the list, and was told before that there is none`]
    : []),
]

export const activeList = (): Oracle => invariant('active-list', (execution) => looks(execution).flatMap(complaints)[0])
