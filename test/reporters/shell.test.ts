// What is printed to be pasted arrives as it was meant.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { quoted } from '../../harness/reporters/index.js'

test.each(['test/box-office.test.ts', 'a b', "it's", '^a \\(b\\)$', '$HOME `date` "x"', '', '*'])(
  'a shell gives back %j',
  (word) => {
    expect(execFileSync('sh', ['-c', `printf %s ${quoted(word)}`], { encoding: 'utf8' })).toBe(word)
  },
)

test('a plain path is not quoted', () => {
  expect(quoted('./test/box-office.test.ts')).toBe('./test/box-office.test.ts')
})
