// A line of somebody's code, by which a place is known again when lines have moved.
import { readFileSync } from 'node:fs'

/** Without the blanks around it; `null` where there is no such line, or nothing on it. */
export const codeAt = (file: string, line: number): string | null => {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[line - 1]?.trim() || null
  } catch {
    return null
  }
}
