// Precedence: the environment over the call over the config file over the default.
import { describe, expect, test } from 'vitest'
import { resolve, type SettingName } from '../../harness/config/index.js'

const config = { file: 'crosswire.config.ts', values: { seed: 3, strategy: 'pos', native: 'allow' } as const }
const none = { file: null, values: {} }

describe('the value that holds', () => {
  test.each([
    ['environment', { env: { CROSSWIRE_SEED: '1' }, call: { seed: '2' }, config }, 1],
    ['call', { env: {}, call: { seed: '2' }, config }, 2],
    ['call', { env: { CROSSWIRE_SEED: '' }, call: { seed: 2 }, config }, 2],
    ['config', { env: {}, call: {}, config }, 3],
    ['default', { env: {}, call: {}, config: none }, 0],
  ])('is of the %s', (from, sources, value) => {
    expect(resolve('seed', sources)).toEqual({ value, from })
  })

  test('is that of whoever asks where nobody says anything', () => {
    expect(resolve('budget', { env: {}, config }, { executions: 200 })).toEqual({ value: { executions: 200 }, from: 'default' })
  })
})

describe('a value that cannot be is told with the name of the variable, or as the call is written', () => {
  const option = { env: {}, config: none }
  test.each<[string, SettingName, Parameters<typeof resolve>[1]]>([
    ['BAD_OPTION: CROSSWIRE_BUDGET: `much` is no budget', 'budget', { env: { CROSSWIRE_BUDGET: 'much' }, config }],
    ['BAD_OPTION: CROSSWIRE_SEED: `x` is no seed', 'seed', { env: { CROSSWIRE_SEED: 'x' }, config }],
    ['BAD_OPTION: CROSSWIRE_JOBS: `0` is no number of jobs', 'jobs', { env: { CROSSWIRE_JOBS: '0' }, config }],
    ['BAD_OPTION: --seed: `1.5` is no seed', 'seed', { ...option, call: { seed: '1.5' } }],
    ['BAD_OPTION: --seed: `4294967296` is no seed', 'seed', { ...option, call: { seed: '4294967296' } }],
    ['BAD_OPTION: --watchdog: `soon` is no number of seconds', 'watchdog', { ...option, call: { watchdog: 'soon' } }],
    ['BAD_OPTION: --strategy: there is no strategy named `luck`', 'strategy', { ...option, call: { strategy: 'luck' } }],
    ['BAD_OPTION: budget: `0` is no budget', 'budget', { ...option, call: { budget: 0 }, calledAs: String }],
    ['BAD_OPTION: native: `true` is none of the words', 'native', { ...option, call: { native: true }, calledAs: String }],
  ])('%s', (text, name, sources) => {
    expect(() => resolve(name, sources)).toThrow(text)
  })
})
