// Whether the options of a race mean anything: a misspelt one would be a check that is not made.
import { z } from 'zod'
import { HarnessError } from '../core/errors.js'
import { spelled } from '../reporters/words.js'
import { SETTING_NAMES, SETTINGS } from './settings.js'

/** Throws `BAD_OPTION` that names the first option that is wrong. Values of settings are judged where they are read. */
export const checkRaceOptions = (options: unknown): void => {
  const { error } = SHAPE.safeParse(options)
  const [issue] = error?.issues ?? []
  if (issue === undefined) return
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const key = [...path, issue.keys[0]].join('.')
    const within = path[0] === 'limits' ? LIMITS : SHAPE
    throw new HarnessError('BAD_OPTION', `a race has no option \`${key}\``, {
      found: key,
      expected: Object.keys(within.shape).join(', '),
    })
  }
  throw new HarnessError(
    'BAD_OPTION',
    path.length === 0 ? 'the options of a race are none' : `the option \`${path.join('.')}\` of a race is not what it must be`,
    {
      found: foundAt(options, issue.path),
      expected: issue.message,
    },
  )
}

const fn = (expected: string) => z.custom<() => unknown>((value) => typeof value === 'function', expected)

const ORACLE = z.looseObject(
  { name: z.string('an oracle with a name'), judge: fn('judge: (execution) => verdict') },
  'an oracle: { name, judge }',
)

const LIMITS = z
  .strictObject({ steps: z.unknown(), virtualMs: z.unknown() }, { error: unlessKeys('{ steps, virtualMs }') })
  .partial()

const own = {
  limits: LIMITS,
  oracles: z.array(ORACLE, 'a list of oracles: [noLeaks()]'),
  faults: z.array(
    z.enum(['refuse', 'reset', 'half-open'], "'refuse', 'reset' or 'half-open'"),
    "a list of connection faults: ['reset']",
  ),
  reset: fn('reset: () => void'),
  keepGoing: z.boolean('true or false'),
  timeout: z.number('milliseconds, from 0').min(0, 'milliseconds, from 0'),
}

const fromTable = SETTING_NAMES.filter((name) => !name.includes('.') && SETTINGS[name].inCode.includes('race()'))

const SHAPE = z
  .strictObject(
    { ...Object.fromEntries(fromTable.map((name) => [name, z.unknown()])), ...own },
    { error: unlessKeys('an object: { budget: 500 }') },
  )
  .partial()

/** Keys that are unknown keep their own message: it holds them. */
function unlessKeys(expected: string) {
  return ({ code }: { readonly code: string }) => (code === 'unrecognized_keys' ? undefined : expected)
}

const FOUND_COLUMNS = 60

const foundAt = (options: unknown, path: readonly PropertyKey[]): string => {
  const found = path.reduce<unknown>((within, key) => (within as Readonly<Record<PropertyKey, unknown>>)[key], options)
  return typeof found === 'function' ? 'a function' : spelled(found, FOUND_COLUMNS)
}
