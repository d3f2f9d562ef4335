// What crosswire's own errors look like where somebody prints them.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { HarnessError } from '../../harness/core/errors.js'

test('an error of crosswire says each thing once: its fields are there to be read, and are not printed behind the message', () => {
  const error = new HarnessError('BAD_OPTION', 'no such thing', { found: 'this', expected: 'that', remedy: 'say that' })
  expect(inspect(error).match(/say that/g)).toHaveLength(1)
  expect(inspect(error)).not.toContain('fault')
  expect(error).toMatchObject({ code: 'BAD_OPTION', fault: 'usage', summary: 'no such thing', help: { expected: 'that' } })
  expect(error.message).toBe('BAD_OPTION: no such thing\n  found:    this\n  expected: that\n  remedy:   say that')
})
