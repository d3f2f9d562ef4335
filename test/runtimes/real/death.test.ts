// What the last words of a dispatcher's process come to.
import { expect, it } from 'vitest'
import { deathOf } from '../../../harness/runtimes/real/death.js'

it.each([
  [2, 'BAD_OPTION: --delay is unknown', 'BAD_OPTION', 'BAD_OPTION: --delay is unknown'],
  [2, 'BAD_SCENARIO_FILE: x.mjs cannot be loaded', 'BAD_SCENARIO_FILE', 'BAD_SCENARIO_FILE: x.mjs cannot be loaded'],
  [2, 'SyntaxError: no', 'DISPATCHER_DIED', 'exit code 2; it said: SyntaxError: no'],
  [3, 'BAD_OPTION: no', 'DISPATCHER_DIED', 'the dispatcher ended before it was ready'],
])('exit code %i and %j are a %s, told once', (exitCode, words, code, text) => {
  const death = deathOf({ exitCode, signal: undefined }, words, 'before it was ready')
  expect(death.code).toBe(code)
  expect(death.message).toContain(text)
  expect(death.message.split(code)).toHaveLength(2)
})

it('a signal is told, with the last lines', () => {
  const words = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n')
  const { message } = deathOf({ exitCode: undefined, signal: 'SIGKILL' }, words, 'in the middle of a run')
  expect(message).toContain('signal SIGKILL; it said: line 4')
  expect(message).not.toContain('line 3')
})
