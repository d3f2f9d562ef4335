// Notices that only periodic timers still run: an interval beside a body that never settles would go on for ever.

/** So many full periods of the slowest timer, and so much virtual time, before anything is claimed: countdowns and polling loops end earlier. */
const PERIODS = 1000
const LEAST_MS = 10 * 60 * 1000

export class Stillness {
  private sinceMs = 0
  private longestMs = 0

  /** Anything but a periodic timer ran, or a caller moved. */
  moved(nowMs: number): void {
    this.sinceMs = nowMs
    this.longestMs = 0
  }

  /** A periodic timer fired; true once nothing else has happened for long enough. */
  ticked(periodMs: number, nowMs: number): boolean {
    if (periodMs > this.longestMs) this.longestMs = periodMs
    return nowMs - this.sinceMs > Math.max(LEAST_MS, PERIODS * this.longestMs)
  }
}
