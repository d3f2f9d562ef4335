// What the clock shows: virtual time is a function of the schedule, so it cannot be what a real clock shows.
import { createHash } from 'node:crypto'
import type { Script } from '../both.js'

const MEGABYTE = Buffer.alloc(1 << 20)

export const deviatingScripts: Readonly<Record<string, Script>> = {
  'a timer of 20 ms, by the clock': (say) =>
    new Promise<void>((resolve) => {
      const startMs = performance.now()
      setTimeout(() => {
        const lateMs = performance.now() - startMs - 20
        say(`late by ${lateMs} ms`)
        // Node counts from the loop's own clock, in whole milliseconds.
        say(`too early: ${lateMs < -1}`)
        resolve()
      }, 20)
    }),

  'computing for a while, by the clock': async (say) => {
    const startMs = performance.now()
    for (let i = 0; i < 8; i++) createHash('sha256').update(MEGABYTE).digest()
    say(`computed for ${performance.now() - startMs} ms`)
    const fromMs = Date.now()
    while (Date.now() < fromMs + 5);
    say('a loop that waits for the clock ends')
  },
}
