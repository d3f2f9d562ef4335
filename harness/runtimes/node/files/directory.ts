// The directory of an execution: made when it is first asked for, the same path in every execution.
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns what hands out the directory of one execution, empty. */
export const executionDirectory = (): (() => string) => {
  let made: string | null = null
  return () => {
    if (made === null) {
      made = join(tmpdir(), `crosswire-${process.pid}`)
      rmSync(made, { recursive: true, force: true })
      mkdirSync(made, { recursive: true })
    }
    return made
  }
}
