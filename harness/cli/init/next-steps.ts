// The commands that a user needs after `crosswire init`, as the project's own package manager takes them.
import { relative } from 'node:path'
import { quoted } from '../../reporters/index.js'
import type { PackageManager, ProjectFacts } from './project-facts.js'

const INSTALL: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install --save-dev',
  pnpm: 'pnpm add --save-dev',
  yarn: 'yarn add --dev',
}
const EXEC: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn' }

export interface NextSteps {
  /** Packages that the test needs and the project does not ask for: `null` where there is none. */
  readonly install: string | null
  readonly run: string
}

interface Here {
  /** This Node runs TypeScript by itself. */
  readonly stripsTypes: boolean
  readonly cwd: string
}

/** `file` is relative to the root of the project, from where its runner is run. */
export const nextSteps = (facts: ProjectFacts, file: string, { stripsTypes, cwd }: Here): NextSteps => {
  const { root, runner, language, packageManager, packages } = facts
  const transpiled = runner === 'node:test' && language === 'TypeScript' && !stripsTypes
  const needed = ['crosswire', ...(runner === 'vitest' ? ['vitest'] : []), ...(transpiled ? ['tsx'] : [])]
  const missing = needed.filter((name) => !packages.has(name))
  const there = root === cwd ? '' : `cd ${quoted(relative(cwd, root))} && `
  const run =
    runner === 'vitest'
      ? `${EXEC[packageManager]} vitest run ${quoted(file)}`
      : `node ${transpiled ? '--import tsx ' : ''}--test ${quoted(file)}`
  return {
    install: missing.length === 0 ? null : `${there}${INSTALL[packageManager]} ${missing.join(' ')}`,
    run: `${there}${run}`,
  }
}
