// What is closed is left alone: sessions, rows, agents, connections.
import type { Execution } from '../core/execution.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { distinct, listedUpTo } from './sentence.js'

/** Something that happened to a key, in the order in which it happened. */
export interface Touch {
  readonly key: string
  /** A key that was never opened counts as open until it is closed; one that is opened again is open. */
  readonly type: 'open' | 'use' | 'close'
  /** What was done, in a word: `commit`. */
  readonly what: string
  /** Ordinal (`n`) of the history event that shows it, where there is one. */
  readonly event?: number
}

export interface NoUseAfterCloseOptions {
  /** Name of the oracle. Default `no-use-after-close`. */
  readonly name?: string
  /** In the order in which it happened. A function of the execution alone. */
  readonly touches: (execution: Execution) => readonly Touch[]
}

/**
 * Fails with the symptom `used-after-close` where a key was used after it was closed and before it was opened again, and with
 * `closed-twice` where it was closed once more in that time. The message names who, what it was, and what had closed it. Where
 * `touches` throws it is unknown.
 */
export const noUseAfterClose = ({ name = 'no-use-after-close', touches }: NoUseAfterCloseOptions): Oracle => ({
  name,
  judge: (execution) => {
    const closed = new Map<string, Touch>()
    const late: Late[] = []
    for (const touch of touches(execution)) {
      const by = closed.get(touch.key)
      if (touch.type === 'open') closed.delete(touch.key)
      else if (by !== undefined) late.push({ touch, by })
      else if (touch.type === 'close') closed.set(touch.key, touch)
    }
    const findings = [...verdict(name, 'used-after-close', late, 'use'), ...verdict(name, 'closed-twice', late, 'close')]
    return findings.length > 0 ? findings : { oracle: name, outcome: 'pass', message: 'nothing was used after it was closed' }
  },
})

interface Late {
  readonly touch: Touch
  readonly by: Touch
}

const verdict = (oracle: string, symptom: string, all: readonly Late[], type: Touch['type']): Verdict[] => {
  const late = all.filter(({ touch }) => touch.type === type)
  if (late.length === 0) return []
  const message = listedUpTo(3, distinct(late.map(inWords)))
  const events = late.flatMap(({ touch, by }) => [by.event, touch.event]).filter((event) => event !== undefined)
  return [{ oracle, outcome: 'fail', symptom, message, ...(events.length === 0 ? {} : { events: distinctNumbers(events) }) }]
}

const inWords = ({ touch, by }: Late): string =>
  touch.type === 'close'
    ? `${touch.key} was closed again (${touch.what}) after ${by.what}`
    : `${touch.key} was used (${touch.what}) after it was closed (${by.what})`

const distinctNumbers = (numbers: readonly number[]): number[] => [...new Set(numbers)]
