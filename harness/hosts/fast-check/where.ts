// Where a property is asserted: in which test of which runner, as far as that can be told, and what runs it again.
import { fromFolder, fromHere } from '../from-folder.js'
import { racesBeside } from '../guards.js'
import { namedTestLine, sameLine } from '../rerun.js'
import { fullNameOf, type Named, rerunLine } from '../vitest/rerun-line.js'
import { optionsOfThisRun } from '../vitest/started-with.js'

export interface Where {
  /** The same in every run of the same test. */
  readonly id: string
  /** For a person. */
  readonly name: string
  /** Folder of its race files, absolute. */
  readonly races: string | undefined
  /** The line that runs it again under a token. */
  line(token: string): string
}

/** `name`: of the test, from whoever asserts; `calledIn`: their file, where that is known. */
export const whereAsserted = (name: string | undefined, calledIn: string | null): Where =>
  insideVitest(name) ?? insideNodeTest(name) ?? insideProgram(name, calledIn)

/** What vitest keeps in a worker: its packages are not there for whoever uses another runner. */
interface VitestWorker {
  readonly config: { readonly root: string; readonly name?: string }
  /** The test that runs, or the suite between two of them; of concurrent tests whichever was begun last. */
  readonly current?: VitestTask
}

interface VitestTask {
  readonly type: string
  readonly name: string
  readonly suite?: Named
  readonly file: { readonly filepath: string }
}

const insideVitest = (given: string | undefined): Where | null => {
  const { config, current } = (globalThis as { __vitest_worker__?: VitestWorker }).__vitest_worker__ ?? {}
  if (config === undefined || current?.type !== 'test') return null
  const file = current.file.filepath
  const fullName = fullNameOf(current)
  const cwd = process.cwd()
  const place = { cwd, calledFrom: process.env.INIT_CWD ?? cwd, options: optionsOfThisRun() }
  const test = { file, fullName, project: config.name ?? '' }
  return {
    id: numbered(`${fromFolder(config.root, file)} > ${fullName}`, current),
    name: given ?? current.name,
    races: racesBeside(file),
    line: (token) => rerunLine(token, test, place),
  }
}

const insideNodeTest = (name: string | undefined): Where | null => {
  if (process.env.NODE_TEST_CONTEXT === undefined) return null
  const file = program()
  return { ...inFile(file, name), line: (token) => namedTestLine(token, { file, name }) }
}

/** Of a runner, which is a package, the program says nothing. */
const insideProgram = (name: string | undefined, calledIn: string | null): Where => {
  const file = /[\\/]node_modules[\\/]/.test(program()) ? (calledIn ?? program()) : program()
  return { ...inFile(file, name), line: sameLine }
}

const program = (): string => process.argv[1] ?? ''

const inFile = (file: string, name: string | undefined): Pick<Where, 'id' | 'name' | 'races'> => {
  const place = name === undefined ? fromHere(file) : `${fromHere(file)} > ${name}`
  return { id: numbered(place, globalThis), name: name ?? 'the property', races: racesBeside(file) }
}

const counts = new WeakMap<object, Map<string, number>>()

/** Several properties of one place, in a test or a program, are told apart by their order. */
const numbered = (place: string, within: object): string => {
  const known = counts.get(within) ?? new Map<string, number>()
  const count = (known.get(place) ?? 0) + 1
  counts.set(within, known.set(place, count))
  return `${place} > property ${count}`
}
