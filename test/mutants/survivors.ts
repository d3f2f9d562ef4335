// Mutants that are known to survive, each with its reason; and what is wrong where they are others than those.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/crosswire.js'
import type { Judged } from './judged.js'

export interface Survivor {
  readonly file: string
  readonly was: string
  readonly becomes: string
  /** See `Mutant`. Default 1. */
  readonly nth?: number
  /** Why nothing goes wrong without it, or why nothing here can show that it does. */
  readonly reason: string
}

export const SURVIVORS = 'test/mutants/survivors.json'

export const readSurvivors = (): Survivor[] => JSON.parse(readFileSync(join(ROOT, SURVIVORS), 'utf8'))

type Named = Pick<Survivor, 'file' | 'was' | 'becomes' | 'nth'>

const nameOf = ({ file, was, becomes, nth = 1 }: Named): string => JSON.stringify([file, was, becomes, nth])

export const reasonOf = (mutant: Named, survivors: readonly Survivor[]): string | null =>
  survivors.find((each) => nameOf(each) === nameOf(mutant))?.reason ?? null

/** At most so many of those that live at all. */
const SURVIVING_AT_MOST = 0.1

/** Sentences; none where all is as it is known to be. Of files that were not looked at nothing is said. */
export const complaints = (judged: readonly Judged[], survivors: readonly Survivor[]): string[] => {
  const alive = judged.filter(({ fate }) => fate === 'survived')
  const born = judged.filter(({ fate }) => fate !== 'stillborn')
  const names = new Map(judged.map((each) => [nameOf(each), each.fate]))
  const files = new Set(judged.map(({ file }) => file))
  const tooMany = alive.length > born.length * SURVIVING_AT_MOST
  return [
    ...alive
      .filter((each) => reasonOf(each, survivors) === null)
      .map(
        ({ file, line, was, becomes }) => `${file}:${line} survives, and ${SURVIVORS} has no reason for it: ${was} -> ${becomes}`,
      ),
    ...survivors
      .filter((each) => files.has(each.file) && names.get(nameOf(each)) !== 'survived')
      .map(({ file, was, becomes }) => `${SURVIVORS} lists what does not survive: ${file}: ${was} -> ${becomes}`),
    ...(tooMany ? [`${alive.length} of ${born.length} survive: more than one in ten`] : []),
  ]
}
