// Notices that only periodic timers still run: an interval beside a body that never settles would go on for ever.

/** So many full periods of the slowest timer, and so much virtual time, make a standstill. */
const PERIODS = 1000
const LEAST_MS = 10 * 60 * 1000
/** Nobody waits for a deadline as far away as this. */
const HALF_A_DAY_MS = 12 * 60 * 60 * 1000

export class Stillness {
  private sinceMs = 0
  private longestMs = 0
  private ticks = 0
  private told = false

  /** Anything but a periodic timer ran, or a caller moved. */
  moved(nowMs: number): void {
    this.sinceMs = nowMs
    this.longestMs = 0
    this.ticks = 0
    this.told = false
  }

  /** Somebody looked at the clock: a loop that polls until a deadline is no standstill, however short its period. */
  lookedAtClock(): void {
    this.ticks = 0
  }

  /**
   * A periodic timer fired. True, once, when nothing else has happened for long enough to give up what can be given up. It is no claim: a
   * caller that counts, or waits for a deadline, goes on by itself.
   */
  ticked(periodMs: number, nowMs: number): boolean {
    this.ticks++
    if (periodMs > this.longestMs) this.longestMs = periodMs
    if (this.told || nowMs - this.sinceMs <= Math.max(LEAST_MS, PERIODS * this.longestMs)) return false
    this.told = true
    return true
  }

  /**
   * The limits of the execution are used up: true if half of its steps, one after the other and without a look at the clock, or the last half of
   * a day have gone to periodic timers. That is what earns the claim that they go on for ever.
   */
  fills(steps: number, nowMs: number): boolean {
    const stillMs = nowMs - this.sinceMs
    return stillMs >= HALF_A_DAY_MS || (this.ticks * 2 >= steps && stillMs > PERIODS * this.longestMs)
  }
}
