// A line of somebody's code, by which a place is known again when lines have moved.
import { readFileSync } from 'node:fs'

export interface CodeAt {
  /** Without the blanks around it. */
  readonly code: string
  /** The how many-th of all lines of its file on which the same stands, from 1. */
  readonly nth: number
}

/** `null` where there is no such line, or nothing on it. `line`: from 1. */
export const codeAt = (file: string, line: number): CodeAt | null => {
  const before = linesOf(file).slice(0, line)
  const code = before[line - 1]
  return code === undefined || code === '' ? null : { code, nth: before.filter((other) => other === code).length }
}

const linesOf = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .map((text) => text.trim())
  } catch {
    return []
  }
}
