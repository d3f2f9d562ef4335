// The test for vitest that a run leaves behind: it fails as long as the race is there, and passes once it is gone.
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import type { SearchReport } from '../../core/report.js'
import { titleOf } from '../../reporters/finished.js'
import { makeFolder, type RaceFile, raceFileOf, raceText } from '../../search/race-files/index.js'
import { problemOf } from '../child/problem.js'
import type { Context } from '../commands/context.js'
import type { Row } from '../exit-code.js'
import { checkTarget } from '../reports/targets.js'

export interface TestEmitter {
  /**
   * Writes the first counterexample that comes, in a folder that is made where it is missing. Never throws: what kept it from being
   * written is in the row.
   */
  offer(row: Row): Row
  /** To be called at the end: says so where there was none. */
  end(): void
}

/** Throws `BAD_OPTION` where something is there already, or where nothing can be written. */
export const createTestEmitter = (name: string, context: Context): TestEmitter => {
  const { cwd, terminal, versions } = context
  const file = resolve(cwd, name)
  checkTarget('--emit-test', file)
  assertFree(file, name)
  let state: 'none found' | 'written' | 'not written' = 'none found'
  return {
    offer(row) {
      const [counterexample] = row.report.counterexamples
      if (state !== 'none found' || counterexample === undefined) return row
      const scenarioFile = 'file' in row.target ? row.target.file : null
      const race = raceFileOf(counterexample, { folder: dirname(file), cwd, scenarioFile, versions: { ...versions } })
      try {
        makeFolder(dirname(file))
        writeFileSync(file, testText(row.report, race), { flag: 'wx' })
      } catch (error) {
        state = 'not written'
        const problem = new HarnessError('REPORT_NOT_WRITTEN', `no test could be written to ${file}`, {
          found: (error as Error).message,
        })
        return { ...row, problem: row.problem ?? problemOf(problem) }
      }
      state = 'written'
      terminal.err(`test: ${relative(cwd, file)}`)
      return row
    },
    end() {
      if (state === 'none found') terminal.err(`no race was found, and no test written to ${relative(cwd, file)}`)
    },
  }
}

const assertFree = (file: string, name: string): void => {
  if (!existsSync(file)) return
  throw new HarnessError('BAD_OPTION', `--emit-test: ${name} is there already`, {
    expected: 'a file that is not there: a test is never overwritten',
  })
}

const IMPORTS = [
  "import { spawnSync } from 'node:child_process'",
  "import { createRequire } from 'node:module'",
  "import { dirname, join } from 'node:path'",
  "import { fileURLToPath } from 'node:url'",
  "import { expect, test } from 'vitest'",
].join('\n')

/** It runs in a process of its own, as the run did that has found it: whatever vitest does to modules is not in the way. */
const testText = (report: SearchReport, race: RaceFile): string => {
  const [message = ''] = race.verdict.message.split('\n')
  const title = `${titleOf(report)}: ${message}`
  return `// ${oneLine(title)}
//
// Written by \`crosswire run --emit-test\`. It fails as long as the race is there, and passes once it is gone: the schedule that showed it is
// followed again, and where the code has changed too much for that, schedules near it are tried.
${IMPORTS}

const crosswire = join(dirname(createRequire(import.meta.url).resolve('crosswire/package.json')), 'harness/cli/crosswire.mjs')
const here = dirname(fileURLToPath(import.meta.url))

/** As \`crosswire run --save\` writes it to a file. */
const race = ${raceText(race).trimEnd()}

test(${JSON.stringify(title)}, { timeout: 60_000 }, () => {
  const input = JSON.stringify(race)
  const { status, stdout, stderr } = spawnSync(process.execPath, [crosswire, 'replay', '-'], { cwd: here, input, encoding: 'utf8' })
  expect(status, \`\${stdout}\${stderr}\`).toBe(0)
})
`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
