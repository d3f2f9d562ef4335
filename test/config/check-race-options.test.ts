// Options of a race that mean nothing are refused by name: a misspelt one would be a check that is not made.
import { expect, test } from 'vitest'
import { checkRaceOptions } from '../../harness/config/check-race-options.js'
import { isHarnessError } from '../../harness/core/errors.js'
import { noLeaks } from '../../harness/oracles/index.js'

const said = (options: unknown): string => {
  try {
    checkRaceOptions(options)
    return 'taken'
  } catch (error) {
    if (!isHarnessError(error)) throw error
    return `${error.code}: ${error.summary}; found ${error.help.found}`
  }
}

test.each([
  [{ fault: ['reset'] }, 'a race has no option `fault`; found fault'],
  [{ limits: { step: 5 } }, 'a race has no option `limits.step`; found limits.step'],
  [{ faults: ['rset'] }, 'the option `faults.0` of a race is not what it must be; found "rset"'],
  [{ faults: 'reset' }, 'the option `faults` of a race is not what it must be; found "reset"'],
  [{ limits: 5 }, 'the option `limits` of a race is not what it must be; found 5'],
  [{ timeout: -1 }, 'the option `timeout` of a race is not what it must be; found -1'],
  [{ oracles: 'leaks' }, 'the option `oracles` of a race is not what it must be; found "leaks"'],
  [{ oracles: [{}] }, 'the option `oracles.0.name` of a race is not what it must be; found undefined'],
  [{ oracles: [noLeaks] }, 'the option `oracles.0` of a race is not what it must be; found a function'],
  [{ reset: true }, 'the option `reset` of a race is not what it must be; found true'],
  [5, 'the options of a race are none; found 5'],
  [null, 'the options of a race are none; found null'],
])('%o is refused', (options, message) => {
  expect(said(options)).toBe(`BAD_OPTION: ${message}`)
})

test('whatever a race can be given is taken, undefined in its place too', () => {
  const all = {
    budget: '2s',
    strategy: 'random',
    seed: 7,
    limits: { steps: 10, virtualMs: undefined },
    oracles: [noLeaks()],
    faults: ['refuse', 'reset', 'half-open'],
    native: 'allow',
    reset: () => {},
    isolate: 'worker',
    recycle: 1,
    timeout: 1000,
  }
  expect(said(all)).toBe('taken')
  expect(said(Object.fromEntries(Object.keys(all).map((key) => [key, undefined])))).toBe('taken')
})
