// The one line that runs one test again under a token, wherever vitest was started and whatever the test is called.
import { relative } from 'node:path'
import { quoted } from '../../reporters/index.js'
import { fromFolder } from '../from-folder.js'

export interface RerunTest {
  /** Absolute. */
  readonly file: string
  /** Names of the test and of the suites around it, as vitest joins them. */
  readonly fullName: string
  /** Of vitest's projects; empty where there are none. */
  readonly project: string
}

export interface RerunPlace {
  /** Where vitest runs. */
  readonly cwd: string
  /** Where the person is: npm runs scripts in the folder of their package, wherever it was called. */
  readonly calledFrom: string
  /** Options of vitest's that are needed again. */
  readonly options: readonly string[]
}

/** `CROSSWIRE_REPLAY='...' npx vitest run FILE -t NAME`: one line, which any POSIX shell takes. */
export const rerunLine = (token: string, { file, fullName, project }: RerunTest, place: RerunPlace): string => {
  const { cwd, calledFrom, options } = place
  const words = ['vitest', 'run', fromFolder(cwd, file), '-t', patternOf(fullName), ...options]
  if (project !== '') words.push('--project', project)
  const folder = relative(calledFrom, cwd)
  const there = folder === '' ? '' : `cd ${quoted(folder)} && `
  return `${there}CROSSWIRE_REPLAY='${token}' npx ${words.map(quoted).join(' ')}`
}

/** As vitest joins the names of a test and of the suites around it. */
export const fullNameOf = ({ name, suite }: Named): string => (suite === undefined ? name : `${fullNameOf(suite)} ${name}`)

export interface Named {
  readonly name: string
  readonly suite?: Named | undefined
}

/** Vitest takes a regular expression over the full name. What a line cannot hold is written as an escape. */
const patternOf = (fullName: string): string =>
  `^${fullName
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(
      /\p{Cc}|[\u2028\u2029]/gu,
      (character) => `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`,
    )}$`
