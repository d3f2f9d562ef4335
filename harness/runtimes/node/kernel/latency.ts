// How long a completion may take: nothing, or until just before, or past, one of the next timers.
import type { Loop } from './loop.js'

/** So many of the next timers are considered: each adds two options. */
const TIMERS = 2

export interface LatencyOptions {
  readonly names: readonly string[]
  readonly delaysMs: readonly number[]
}

const NONE: LatencyOptions = { names: ['0 ms'], delaysMs: [0] }

export const latencyOptions = (loop: Loop): LatencyOptions => {
  const { nowMs, slackMs } = loop
  if (slackMs < 1) return NONE
  const names = ['0 ms']
  const delaysMs = [0]
  for (const { dueMs, what } of nextTimers(loop)) {
    const past = dueMs - nowMs
    if (past > slackMs) break
    if (past > 1) {
      names.push(`before ${what}`)
      delaysMs.push(past - 1)
    }
    names.push(`past ${what}`)
    delaysMs.push(past)
  }
  return names.length === 1 ? NONE : { names, delaysMs }
}

const nextTimers = (loop: Loop): { dueMs: number; what: string }[] => {
  const next: { dueMs: number; what: string }[] = []
  for (const { head, what } of loop.timers.lists) {
    if (head !== undefined && head.dueMs > loop.nowMs) next.push({ dueMs: head.dueMs, what })
  }
  return next.sort((a, b) => a.dueMs - b.dueMs).slice(0, TIMERS)
}
