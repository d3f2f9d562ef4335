// Numbers, times and data as a person reads them.
import { cut, safe } from './text.js'

/** `34,650`. */
export const count = (n: number): string => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',')

/** `1 schedule`, `3 schedules`, `2 processes`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`

/** `0 ms`, `250 ms`, `3.4 s`, `2 min 5 s`. */
export const duration = (ms: number): string => {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A probability in percent, with two significant digits: `0.3 %`, `12 %`. */
export const percent = (probability: number): string => `${Number((probability * 100).toPrecision(2))} %`

/** Data in at most `width` columns: text in quotes, else JSON, or what the value calls itself where JSON cannot carry it. */
export const spelled = (value: unknown, width: number): string => cut(safe(spell(value, width * 20)), width)

const spell = (value: unknown, most: number): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most))
  try {
    return JSON.stringify(value, limited(most)) ?? String(value)
  } catch {
    // A cycle, a big integer, a getter that throws: what kind of thing it is must do.
    return Object.prototype.toString.call(value)
  }
}

/** Long strings are cut before they are spelled out. */
const limited =
  (most: number) =>
  (_: string, value: unknown): unknown =>
    typeof value === 'string' && value.length > most ? value.slice(0, most) : value

export { keyParts } from '../core/task-key.js'
