// Temporal.Now, on Nodes that have it: the now of the execution.
import { current } from '../../kernel/current.js'
import type { Install } from '../../kernel/types.js'
import { type Callable, replaceMethod, undoAll } from '../replace.js'
import { wallMs } from './clock.js'

/** What is used of the global; the types of Node do not know it yet. */
interface Zoned {
  toPlainDateTime(): object
  toPlainDate(): object
  toPlainTime(): object
}
interface Temporal {
  readonly Now: { timeZoneId(): string }
  readonly Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: unknown): Zoned } }
}

export const installTemporal: Install = () => {
  const { Temporal: temporal } = globalThis as { Temporal?: Temporal }
  if (temporal === undefined) return () => {}
  const { Now: now, Instant } = temporal
  const replace = (name: string, from: (ms: number, zone: unknown) => unknown) =>
    replaceMethod(now, name, (original: Callable): Callable => {
      return function (...args) {
        const kernel = current()
        return kernel === null ? Reflect.apply(original, this, args) : from(wallMs(kernel), args[0] ?? now.timeZoneId())
      }
    })
  const zoned = (ms: number, zone: unknown): Zoned => Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  return undoAll([
    replace('instant', (ms) => Instant.fromEpochMilliseconds(ms)),
    replace('zonedDateTimeISO', zoned),
    replace('plainDateTimeISO', (ms, zone) => zoned(ms, zone).toPlainDateTime()),
    replace('plainDateISO', (ms, zone) => zoned(ms, zone).toPlainDate()),
    replace('plainTimeISO', (ms, zone) => zoned(ms, zone).toPlainTime()),
  ])
}
