// Notices that only periodic timers still run: an interval beside a body that never settles would go on for ever.

/** So many full periods of the slowest timer, and so much virtual time, before anything is claimed: countdowns and polling loops end earlier. */
const PERIODS = 1000
const LEAST_MS = 10 * 60 * 1000

export class Stillness {
  private sinceMs = 0
  private longestMs = 0
  private ticks = 0

  /** Anything but a periodic timer ran, or a caller moved. */
  moved(nowMs: number): void {
    this.sinceMs = nowMs
    this.longestMs = 0
    this.ticks = 0
  }

  /** Somebody looked at the clock: a loop that polls until a deadline is no standstill, however short its period. */
  lookedAtClock(): void {
    this.ticks = 0
  }

  /** A periodic timer fired; true once nothing else has happened for long enough. */
  ticked(periodMs: number, nowMs: number): boolean {
    this.ticks++
    if (periodMs > this.longestMs) this.longestMs = periodMs
    return nowMs - this.sinceMs > Math.max(LEAST_MS, PERIODS * this.longestMs)
  }

  /** Short periods use up the steps before the time: true if at least half of all `steps` went to them, one after the other. */
  fills(steps: number, nowMs: number): boolean {
    return this.ticks * 2 >= steps && nowMs - this.sinceMs > PERIODS * this.longestMs
  }
}
