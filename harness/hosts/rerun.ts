// The line that runs one test of Node's own runner, or one program, again under a token.
import { quoted } from '../reporters/index.js'
import { fromHere } from './from-folder.js'

/**
 * Options of Node's that decide which code is loaded, with a value of their own or without. From Node 24 on `execArgv` of a test file lists
 * every option there is, so the others are left out.
 */
const WITH_VALUE = new Set('--import --require -r --loader --experimental-loader --conditions -C --env-file'.split(' '))
const WITHOUT = new Set(
  (
    '--enable-source-maps --experimental-strip-types --no-experimental-strip-types --experimental-transform-types ' +
    '--experimental-require-module --no-experimental-require-module --experimental-vm-modules --expose-gc'
  ).split(' '),
)

/** What of `execArgv` a second run needs. */
export const flagsOf = (execArgv: readonly string[]): string[] =>
  execArgv.flatMap((flag, i) => {
    if (WITHOUT.has(flag)) return [flag]
    if (WITH_VALUE.has(flag)) return [flag, execArgv[i + 1] ?? '']
    const [name = ''] = flag.split('=', 1)
    return WITH_VALUE.has(name) && name !== flag ? [flag] : []
  })

/** Whether they were given to Node or to its environment: a line is pasted into another shell. */
const nodeFlags = (): string[] => {
  const { NODE_OPTIONS = '' } = process.env
  const words = NODE_OPTIONS.match(/"(?:\\.|[^"])*"|\S+/g) ?? []
  return [...flagsOf(process.execArgv), ...flagsOf(words.map((word) => word.replace(/^"(.*)"$/, '$1')))]
}

const line = (token: string, words: readonly string[]): string =>
  `CROSSWIRE_REPLAY='${token}' node ${[...nodeFlags(), ...words].map(quoted).join(' ')}`

export interface NodeTest {
  readonly file: string
  /** Of the test and the suites around it, as Node joins them: `suite > test`. */
  readonly fullName: string
  readonly name: string
}

/** `CROSSWIRE_REPLAY='...' node --import tsx --test --test-name-pattern '^suite test$' FILE`. */
export const nodeTestLine = (token: string, { file, ...test }: NodeTest): string =>
  line(token, ['--test', `--test-name-pattern=${patternOf(test)}`, fromHere(file)])

/** One of a file's tests by its own name; without a name all of them. */
export const namedTestLine = (
  token: string,
  { file, name }: { readonly file: string; readonly name: string | undefined },
): string => {
  const only = name === undefined ? [] : [`--test-name-pattern=^${escaped(name)}$`]
  return line(token, ['--test', ...only, fromHere(file)])
}

/** The same program with the same arguments. */
export const sameLine = (token: string): string => {
  const [, program = '', ...args] = process.argv
  return line(token, [fromHere(program), ...args])
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Node 20 looks at the name of each test alone, later ones at the names of its suites too, joined by blanks. Where those are is not
 * certain between two suites: a name may hold a `>` of its own.
 */
const patternOf = ({ name, fullName }: Pick<NodeTest, 'name' | 'fullName'>): string => {
  const suites = fullName.slice(0, -name.length).replace(/ > $/, '')
  if (major() < 22 || suites === '') return `^${escaped(name)}$`
  return `^${escaped(suites).replaceAll(' > ', ' >? ?')} ${escaped(name)}$`
}

const major = (): number => Number.parseInt(process.versions.node, 10)
