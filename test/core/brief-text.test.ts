// What of an error's stack a user is shown.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { briefTextOf } from '../../harness/core/brief-text.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const withStack = (...lines: string[]): Error => Object.assign(new Error('x'), { stack: lines.join('\n') })

test.each([
  [
    "the user's own first frame is kept, of a package's and crosswire's none",
    withStack(
      'TypeError: no',
      'in two lines',
      '    at deep (/mine/node_modules/lib/index.js:1:2)',
      '    at f (/mine/my.ts:1:27)',
      '    at <anonymous> (/mine/my.ts:2:1)',
      '    at Module._compile (node:internal/modules/cjs/loader:1521:14)',
      `    at load (${ROOT}harness/cli/child/load-scenario.ts:24:12)`,
    ),
    'TypeError: no\nin two lines\n    at f (/mine/my.ts:1:27)',
  ],
  [
    'of a transpiler no frame is kept',
    withStack(
      'Error: Transform failed with 1 error:',
      '/mine/my.ts:3:0: ERROR: Unexpected end of file',
      '    at failureErrorWithLog (/x/node_modules/esbuild/lib/main.js:1752:15)',
      '    at responseCallbacks.<computed> (/x/node_modules/esbuild/lib/main.js:886:9)',
      '    at new Promise (<anonymous>)',
    ),
    'Error: Transform failed with 1 error:\n/mine/my.ts:3:0: ERROR: Unexpected end of file',
  ],
  [
    'where nothing is left but a package, its place is kept',
    withStack('Error: no', '    at deep (file:///mine/node_modules/lib/index.js:1:2)', '    at run (node:internal/x:1:1)'),
    'Error: no\n    at deep (file:///mine/node_modules/lib/index.js:1:2)',
  ],
  ['what has no stack is told as it is', 'just text', 'just text'],
  ['what JSON cannot carry is told all the same', 1n, 'thrown: 1'],
])('%s', (_, error, text) => {
  expect(briefTextOf(error)).toBe(text)
})
