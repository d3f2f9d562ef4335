// Whether what a config file exports is a config: the first key that is wrong is named, with what was found and what is expected.
import { z } from 'zod'
import { HarnessError, isHarnessError } from '../core/errors.js'
import { spelled } from '../reporters/words.js'
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.js'

/** What a config file says, as it is used: by name of the setting, units resolved. */
export type ConfigValues = Partial<SettingValues>

/** Throws `BAD_CONFIG` with file and key. */
export const checkConfig = (value: unknown, file: string): ConfigValues => {
  const { data, error } = SHAPE.safeParse(value)
  if (error === undefined) return flat(data)
  const [issue] = error.issues
  const { path, message } = issue as z.core.$ZodIssue
  if (issue?.code === 'unrecognized_keys') {
    const key = [...path, issue.keys[0]].join('.')
    const within = path.length === 0 ? SHAPE : LIMITS
    throw new HarnessError('BAD_CONFIG', `${file} has the key \`${key}\`, which means nothing`, {
      found: key,
      expected: Object.keys(within.shape).join(', '),
    })
  }
  const what = path.length === 0 ? `${file} exports no settings` : `\`${path.join('.')}\` in ${file} is not what it must be`
  throw new HarnessError('BAD_CONFIG', what, { found: foundAt(value, path), expected: message })
}

/** Numbers may be written as text, as in the environment. */
const setting = (name: SettingName) =>
  z
    .unknown()
    .transform((value, context) => {
      try {
        if (typeof value === 'string' || typeof value === 'number') return SETTINGS[name].parse(String(value))
        context.addIssue(`${SETTINGS[name].says}: a number or a word`)
      } catch (error) {
        if (!isHarnessError(error)) throw error
        context.addIssue(error.help.expected ?? error.summary)
      }
      return z.NEVER
    })
    .optional()

const LIMITS = z.strictObject(
  { steps: setting('limits.steps'), virtualMs: setting('limits.virtualMs') },
  { error: nothingBut('{ steps, virtualMs }') },
)

const topLevel = SETTING_NAMES.filter((name) => !name.includes('.'))
const SHAPE = z.strictObject(
  { ...Object.fromEntries(topLevel.map((name) => [name, setting(name)])), limits: LIMITS.optional() },
  { error: nothingBut("a default export of settings: export default defineConfig({ ... }), with defineConfig from 'crosswire'") },
)

/** Keys that are unknown keep their own message: it holds them. */
function nothingBut(expected: string) {
  return ({ code }: { readonly code: string }) => (code === 'unrecognized_keys' ? undefined : expected)
}

const flat = ({ limits = {}, ...others }: z.output<typeof SHAPE>): ConfigValues =>
  Object.fromEntries(
    [...Object.entries(others), ...Object.entries(limits).map(([key, value]) => [`limits.${key}`, value] as const)].filter(
      ([, value]) => value !== undefined,
    ),
  )

const FOUND_COLUMNS = 60

const foundAt = (value: unknown, path: readonly PropertyKey[]): string => {
  const found = path.reduce<unknown>((within, key) => (within as Readonly<Record<PropertyKey, unknown>>)[key], value)
  if (found === undefined) return 'nothing'
  return typeof found === 'function' ? 'a function' : spelled(found, FOUND_COLUMNS)
}
