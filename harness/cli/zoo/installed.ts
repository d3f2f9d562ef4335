// The packages of the zoo come with a checkout, and not with the harness.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import type { PublishedRace } from '../registry.js'

const require = createRequire(new URL('../../../scenarios/npm/zoo.js', import.meta.url))

const isInstalled = (name: string): boolean =>
  (require.resolve.paths(name) ?? []).some((folder) => existsSync(join(folder, name, 'package.json')))

/** Throws `PACKAGE_MISSING`. */
export const checkInstalled = (races: readonly PublishedRace[], has: (name: string) => boolean = isInstalled): void => {
  const missing = [...new Set(races.flatMap(({ installed }) => installed))].filter((name) => !has(name))
  if (missing.length === 0) return
  throw new HarnessError('PACKAGE_MISSING', 'the packages of the zoo are not installed', {
    found: `nothing of ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}`,
    usually: 'they come with a checkout of the repository of crosswire, and not with the package',
    remedy: 'npm ci in a checkout, and then npx crosswire zoo there',
  })
}
