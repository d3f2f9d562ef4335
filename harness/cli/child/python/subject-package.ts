// Where the code is that a scenario about a published package is about: a release that is fetched, or a checkout that the user names.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../../core/errors.js'
import type { SubjectSource } from '../../../core/scenario.js'
import { fetchRelease, type SubjectPackage } from '../../../runtimes/python/index.js'
import type { PythonMeans } from '../../messages.js'
import { interpreterFor } from './interpreter-for.js'

/** Throws `RELEASE_MISSING`, `SOURCE_MISSING` or `INTERPRETER_MISSING`. */
export const packageOf = async (source: SubjectSource, variant: string, means: PythonMeans): Promise<SubjectPackage> => {
  const root = await rootOf(source, variant, means)
  const traced = source.traced.map((path) => join(root, path))
  const missing = traced.find((path) => !existsSync(path))
  if (missing === undefined) return { root, traced }
  throw new HarnessError('SOURCE_MISSING', `this is no ${source.name}`, { found: `no ${missing}` })
}

const rootOf = async ({ name, releases, versions }: SubjectSource, variant: string, means: PythonMeans): Promise<string> => {
  const version = versions[variant]
  if (version !== undefined) {
    const python = await interpreterFor(means)
    return fetchRelease({ name, version, sha256: releases[version] as string }, { python })
  }
  if (means.checkout !== undefined) return means.checkout
  throw new HarnessError('SOURCE_MISSING', `where the checkout of ${name} lies is not said`, { remedy: '--checkout PATH' })
}
