// Whether the fast-check of a user's knows plugins: an older one would ignore them, and every property would pass unexplored.
import { createRequire } from 'node:module'
import { HarnessError } from '../../core/errors.js'

const SINCE = [4, 10] as const

/** `file`: of whoever asserts. Throws `PACKAGE_MISSING`; says nothing where it cannot be told which fast-check that is. */
export const assertPlugins = (file: string | null): void => {
  const version = file === null ? null : versionFor(file)
  if (version === null) return
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > SINCE[0] || (major === SINCE[0] && minor >= SINCE[1])) return
  throw new HarnessError('PACKAGE_MISSING', 'this fast-check has no plugins, and would explore nothing', {
    found: `fast-check ${version}`,
    expected: `fast-check ${SINCE.join('.')} or later`,
    remedy: 'npm install --save-dev fast-check@latest',
  })
}

const versionFor = (file: string): string | null => {
  try {
    return (createRequire(file)('fast-check/package.json') as { version: string }).version
  } catch {
    return null
  }
}
