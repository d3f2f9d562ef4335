// What is known of mutants from earlier: so that a run which was interrupted, or a scenario that has not changed, is not searched again.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/crosswire.js'
import type { Twin } from './twins.js'
import type { Verdict, Workshop } from './workshop.js'

interface Line {
  readonly key: string
  readonly verdict: Verdict
}

/**
 * A workshop that asks `workshop` only for what is not in the file at `path`, and adds each answer to that at once: a line of JSON, under
 * a hash of the mutant, the budget, and every source that its scenario is made of. What has become of crosswire itself it does not
 * notice: then begin another file.
 */
export const keeping = (workshop: Workshop, path: string): Workshop => {
  const known = new Map(linesIn(path).map(({ key, verdict }) => [key, verdict]))
  return {
    async judge(twin, mutant) {
      const { file, source, budget } = mutant
      const key = keyOf([`${budget}`, twin.scenario, twin.variant, file, source, ...twin.around.map(read)])
      const before = known.get(key)
      if (before !== undefined) return before
      const verdict = await workshop.judge(twin, mutant)
      known.set(key, verdict)
      appendFileSync(path, `${JSON.stringify({ key, verdict } satisfies Line)}\n`)
      return verdict
    },
    close: workshop.close,
  }
}

const read = (file: Twin['around'][number]): string => readFileSync(join(ROOT, file), 'utf8')

const keyOf = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const linesIn = (path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line)
    : []
