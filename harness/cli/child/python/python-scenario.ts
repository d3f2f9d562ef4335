// A user's Python file as a scenario: what it declares, in the terms of every other one.
import type { Json } from '../../../core/history.js'
import { mix } from '../../../core/random.js'
import type { AnyScenario, CallersSpec } from '../../../core/scenario.js'
import { carries } from '../../../core/tokens.js'
import type { Oracle } from '../../../core/verdict.js'
import { noteFolder } from '../../../core/written-in.js'
import { noLeaks, type OwnResponseOptions, ownResponse } from '../../../oracles/index.js'
import type { PythonArgument, PythonFile } from '../../../runtimes/python/index.js'

/** The only variant: a file of Python has one subject. */
export const SUBJECT = 'subject'

/** Executed by the Python runtime alone: `open` is never called. */
export const pythonScenario = (file: PythonFile): AnyScenario => {
  const { name, story, folder, limits } = file
  const made = {
    name,
    story,
    limits,
    callers: callersOf(file),
    variants: { [SUBJECT]: async () => null },
    open: () => null,
    oracles: oraclesOf(file),
  }
  noteFolder(made, folder)
  return made
}

/** Answers are judged where an operation passes its token on; what ends means by itself is judged in any case. */
const oraclesOf = ({ judgedByAnswers }: PythonFile): Oracle[] => [
  ...(judgedByAnswers ? [ownResponse({ match: belongs })] : []),
  noLeaks(),
]

/** An operation without a token may answer what it likes. */
const belongs: NonNullable<OwnResponseOptions['match']> = (output, { token }) => token === undefined || carries(output, token)

const callersOf = ({ count, each, operations }: PythonFile): CallersSpec => ({
  count,
  each,
  operations: Object.fromEntries(operations.map(({ name, arguments: all }) => [name, (_, draw) => inputOf(all, draw)])),
})

/** A draw of 0 gives the simplest value of each argument. */
const inputOf = (all: readonly PythonArgument[], draw: number): Json =>
  Object.fromEntries(
    all.map((argument, i) => [argument.name, generated(argument, draw === 0 || i === 0 ? draw : mix(draw, i, SALT))]),
  )

const SALT = 0x61726775
const TEXTS = ['a', 'b', 'c', '', 'A b', 'ü']
const NUMBERS = 1 << 16

const generated = (argument: PythonArgument, draw: number): Json => {
  if ('values' in argument) return argument.values[draw % argument.values.length] ?? null
  if (argument.type === 'int') return draw % NUMBERS
  return argument.type === 'bool' ? draw % 2 === 1 : (TEXTS[draw % TEXTS.length] as string)
}
