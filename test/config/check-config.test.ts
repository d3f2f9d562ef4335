// A config that is wrong is told by file and key, with what was found and what is expected.
import { describe, expect, expectTypeOf, test } from 'vitest'
import { checkConfig } from '../../harness/config/check-config.js'
import type { Config } from '../../harness/config/config.js'
import { SETTING_NAMES } from '../../harness/config/settings.js'

const errorOf = (config: unknown): string => {
  try {
    checkConfig(config, 'crosswire.config.ts')
    return 'none'
  } catch (error) {
    return String(error)
  }
}

describe('a value that cannot be', () => {
  test.each<[string, object, string, string]>([
    ['budget', { budget: 0 }, '0', 'executions, as in 2000, or a time'],
    ['budget', { budget: 'much' }, '"much"', 'executions, as in 2000, or a time'],
    ['budget', { budget: {} }, '{}', 'a number or a word'],
    ['seed', { seed: -1 }, '-1', 'a whole number from 0 to 4294967295'],
    ['seed', { seed: 1.5 }, '1.5', 'a whole number'],
    ['strategy', { strategy: 'luck' }, '"luck"', 'portfolio, random'],
    ['schedules', { schedules: 0 }, '0', 'a whole number from 1'],
    ['jobs', { jobs: 0 }, '0', 'a whole number from 1 to 1024'],
    ['limits', { limits: 5 }, '5', '{ steps, virtualMs }'],
    ['limits.steps', { limits: { steps: 0 } }, '0', 'a whole number from 1'],
    ['limits.virtualMs', { limits: { virtualMs: 0 } }, '0', 'a number above 0'],
    ['watchdog', { watchdog: -1 }, '-1', 'seconds, as in 5'],
    ['native', { native: 'maybe' }, '"maybe"', 'refuse or allow'],
    ['native', { native: true }, 'true', 'a number or a word'],
    ['isolate', { isolate: 'process' }, '"process"', 'none or worker'],
    ['recycle', { recycle: 0.5 }, '0.5', 'a whole number from 1'],
    ['reporter', { reporter: 'terminal,xunit' }, '"terminal,xunit"', 'terminal, json, junit'],
    ['reporter', { reporter: 'junit=' }, '"junit="', 'junit=FILE'],
    ['seed', { seed: null }, 'null', 'a number or a word'],
    ['seed', { seed: () => 7 }, 'a function', 'a number or a word'],
  ])('%s: %o', (key, config, found, expected) => {
    const text = errorOf(config)
    expect(text).toContain(`BAD_CONFIG: \`${key}\` in crosswire.config.ts is not what it must be`)
    expect(text).toContain(`found:    ${found}\n`)
    expect(text.split('expected: ')[1]).toContain(expected)
  })

  test.each<[string, object, string]>([
    ['budgte', { budgte: 5 }, 'budget, seed, strategy'],
    ['limits.step', { limits: { step: 5 } }, 'steps, virtualMs'],
  ])('the key %s means nothing', (key, config, expected) => {
    expect(errorOf(config)).toContain(
      `BAD_CONFIG: crosswire.config.ts has the key \`${key}\`, which means nothing\n  found:    ${key}\n`,
    )
    expect(errorOf(config)).toContain(`expected: ${expected}`)
  })

  test.each([undefined, null, 5, 'budget', []])('%o is no config', (config) => {
    expect(errorOf(config)).toContain('BAD_CONFIG: crosswire.config.ts exports no settings')
  })
})

describe('a config that is right', () => {
  test('comes with its units resolved, and says nothing that it does not say', () => {
    expect(checkConfig({}, 'x')).toEqual({})
    expect(checkConfig({ seed: undefined, limits: {} }, 'x')).toEqual({})
    expect(
      checkConfig(
        { budget: '30s', seed: 7, watchdog: 2, limits: { steps: 50 }, isolate: 'worker', recycle: 1, reporter: 'junit=a.xml' },
        'x',
      ),
    ).toEqual({
      budget: { ms: 30_000 },
      seed: 7,
      watchdog: 2000,
      'limits.steps': 50,
      isolate: 'worker',
      recycle: 1,
      reporter: [{ name: 'junit', file: 'a.xml' }],
    })
  })

  test('its type has a key for each setting, and no other', () => {
    expectTypeOf<keyof Config | 'limits.steps' | 'limits.virtualMs'>().toEqualTypeOf<(typeof SETTING_NAMES)[number] | 'limits'>()
    expect(SETTING_NAMES.length).toBeGreaterThan(10)
  })
})
