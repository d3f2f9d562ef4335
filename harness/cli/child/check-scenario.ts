// Whether what a user's file exports is a scenario: the first field that is wrong is named, before anything runs.
import { z } from 'zod'
import { HarnessError } from '../../core/errors.js'
import type { AnyScenario } from '../../core/scenario.js'
import { spelled } from '../../reporters/words.js'
import { fillIn, type Loose } from './fill-in.js'

/**
 * Fills in what a user's scenario may leave out, and takes one `subject` in the place of `variants`. Throws `BAD_SCENARIO_FILE`
 * with the field, what was found there, and what is expected.
 */
export const checkScenario = (value: unknown, file: string): AnyScenario => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    throw new HarnessError('BAD_SCENARIO_FILE', `the default export of ${file} is no scenario`, {
      found: describe(value),
      expected: 'an object',
      remedy: REMEDY,
    })
  }
  const scenario = fillIn(value as Loose)
  const wrong = firstWrong(scenario)
  if (wrong === null) return scenario as unknown as AnyScenario
  const { path, expected } = wrong
  throw new HarnessError('BAD_SCENARIO_FILE', `\`${pathText(path)}\` of the scenario in ${file} is not what it must be`, {
    found: foundAt(scenario, path),
    expected,
    remedy: REMEDY,
  })
}

const REMEDY = "export default scenario({ name, story, callers, variants, open }), with scenario from 'crosswire'"

interface Wrong {
  readonly path: readonly PropertyKey[]
  readonly expected: string
}

const firstWrong = (scenario: Loose): Wrong | null => {
  const issue = SHAPE.safeParse(scenario).error?.issues[0]
  if (issue !== undefined) return { path: issue.path, expected: issue.message }
  const variants = Object.keys(scenario.variants as Loose)
  for (const field of ['expect', 'overrides']) {
    const unknown = Object.keys((scenario[field] ?? {}) as Loose).find((name) => !variants.includes(name))
    if (unknown !== undefined) return { path: [field, unknown], expected: `a variant of the scenario: ${variants.join(', ')}` }
  }
  return null
}

const text = (expected: string) => z.string(expected).min(1, expected)
const wholeFrom = (least: number, expected: string) => z.int(expected).min(least, expected)
const positive = (expected: string) => z.number(expected).positive(expected)

/** Its type is the caller's affair: what it takes and gives cannot be asked. */
const fn = (expected: string) => z.custom<unknown>((value) => typeof value === 'function', expected)

const byName = (value: z.ZodType, expected: string) =>
  z.record(z.string(), value, expected).refine((record) => Object.keys(record).length > 0, expected)

const range = (least: number) => {
  const expected = `{ min, max }: whole numbers from ${least} on`
  const end = wholeFrom(least, expected)
  return z.object({ min: end, max: end }, expected).optional()
}

const ORACLES = z.array(
  z.object(
    { name: text('the name of the oracle: a string'), judge: fn('judge: (execution) => verdict') },
    'an oracle: { name, judge }',
  ),
  'a list of oracles: [ownResponse(), noLeaks()]',
)

const DISPATCHER = z.object(
  {
    tools: z.custom<unknown>(
      (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
      'tools by name: { terminal: echo() }',
    ),
  },
  'a description of a dispatcher: { tools: { terminal: echo() } }',
)

const OBSERVE = fn('observe: (subject, surroundings) => plain data')

const RACE = z.object(
  {
    id: text('the id of the race: a string'),
    oracle: text('the name of the oracle that fails: a string'),
    says: text('a sentence for a person'),
    symptom: z.string('the symptom of the verdict: a string').optional(),
    shows: fn('shows: (verdict, execution) => whether this is the race').optional(),
  },
  'a race: { id, oracle, says }',
)

const SHAPE = z.object({
  name: text('a short string'),
  story: z.string('one sentence: a string'),
  dispatcher: DISPATCHER.optional(),
  callers: z.object(
    {
      count: range(1),
      each: range(0),
      operations: byName(fn('(token, draw) => the input of the operation'), 'operations by name, at least one'),
    },
    'callers: { operations: { ... } }',
  ),
  variants: byName(fn("() => import('./faulty.js')"), "variants: { faulty: () => import('./faulty.js') }, or one subject"),
  open: fn('open: (variant, surroundings) => subject'),
  perform: fn('perform: (subject, operation) => the answer').optional(),
  observe: OBSERVE.optional(),
  close: fn('close: (subject) => anything').optional(),
  reset: fn('reset: () => void').optional(),
  oracles: ORACLES,
  expect: z.record(z.string(), text("the name of an oracle, or 'pass'"), "by variant: { faulty: 'own-response' }").optional(),
  overrides: z
    .record(
      z.string(),
      z.object(
        { dispatcher: DISPATCHER.optional(), oracles: ORACLES.optional(), observe: OBSERVE.optional() },
        '{ dispatcher, oracles, observe }',
      ),
      'by variant: { fixed: { oracles: [...] } }',
    )
    .optional(),
  races: z.array(RACE, 'a list of races: [{ id, oracle, says }]').optional(),
  clientTimeoutMs: positive('milliseconds, above 0').optional(),
  limits: z
    .object(
      {
        steps: wholeFrom(1, 'a whole number of steps, at least 1').optional(),
        virtualMs: positive('virtual milliseconds, above 0').optional(),
      },
      '{ steps, virtualMs }',
    )
    .optional(),
  faults: z
    .array(z.enum(['refuse', 'reset', 'half-open'], "'refuse', 'reset' or 'half-open'"), 'a list of connection faults')
    .optional(),
  native: z.enum(['refuse', 'allow'], "'refuse' or 'allow'").optional(),
  isolate: z.enum(['none', 'worker'], "'none' or 'worker'").optional(),
  recycle: wholeFrom(1, 'a whole number, at least 1').optional(),
})

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('')

const FOUND_COLUMNS = 60

const foundAt = (scenario: unknown, path: readonly PropertyKey[]): string => {
  const value = path.reduce<unknown>((within, key) => (within as Loose | null | undefined)?.[key as string], scenario)
  if (value === undefined) return 'nothing'
  return typeof value === 'function' ? 'a function' : spelled(value, FOUND_COLUMNS)
}

const describe = (value: unknown): string =>
  value !== null && typeof value === 'object' ? '{}' : typeof value === 'function' ? 'a function' : spelled(value, FOUND_COLUMNS)
