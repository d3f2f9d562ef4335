// One line that says how far a search is: rewritten in place on a terminal, silent everywhere else.
import type { SearchProgress } from '../core/report.js'
import { cut, safe } from './text.js'
import { count, counted, duration } from './words.js'

const BAR = 20

/** The line, in at most `width` columns. */
export const progressLine = ({ scenario, variant, executions, distinct, ms, done }: SearchProgress, width: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, done)) * BAR)
  const bar = `[${'='.repeat(full)}${' '.repeat(BAR - full)}]`
  const counts = `${counted(executions, 'schedule')}, ${count(distinct)} distinct, ${duration(ms)}`
  return cut(safe(`${scenario} / ${variant}  ${bar}  ${counts}`), width)
}

/** What a stream must offer; `process.stderr` does. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  write(text: string): unknown
}

export interface ProgressSettings {
  /** Real time in ms, by a clock that no execution replaces. */
  readonly nowMs: () => number
  /** Value of the environment's CI: the line is silent where it is set to anything but '', '0' or 'false'. */
  readonly ci?: string | undefined
}

export interface Progress {
  /** A text is shown as it is. */
  update(progress: SearchProgress | string): void
  /** Erases the line; call it before anything else is printed, and at the end. */
  clear(): void
}

const EVERY_MS = 100
const ERASE = '\r\u001b[K'
const SILENT: Progress = { update: () => {}, clear: () => {} }

/** Draws at most ten times a second. The last column stays free, since some terminals wrap there. */
export const createProgress = (stream: ProgressStream, { nowMs, ci = '' }: ProgressSettings): Progress => {
  if (stream.isTTY !== true || !['', '0', 'false'].includes(ci)) return SILENT
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    update(progress) {
      if (nowMs() - drawnAtMs < EVERY_MS) return
      drawnAtMs = nowMs()
      isShown = true
      const width = (stream.columns ?? 80) - 1
      stream.write(ERASE + (typeof progress === 'string' ? cut(safe(progress), width) : progressLine(progress, width)))
    },
    clear() {
      if (isShown) stream.write(ERASE)
      isShown = false
    },
  }
}
