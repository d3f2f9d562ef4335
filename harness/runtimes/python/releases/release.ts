// A released version of a Python package as a subject: fetched by its name and checksum once, and kept outside of every project.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { HarnessError } from '../../../core/errors.js'

export interface Release {
  /** As the package index has it. */
  readonly name: string
  readonly version: string
  /** Of its wheel, in hexadecimal digits. */
  readonly sha256: string
}

export interface FetchOptions {
  /** The interpreter whose pip fetches it. */
  readonly python: string
  readonly env?: NodeJS.ProcessEnv
}

/** Ten megabytes take a second or two; an index that says nothing is given up. */
const FETCHED_WITHIN_MS = 120_000

/**
 * The folder in which the wheel is unpacked, absolute. The first call asks pip for it, without its dependencies; later ones find it in
 * `CROSSWIRE_CACHE`, else in the cache folder of the user. Nothing of it is installed or run. Several processes may ask at a time.
 * Throws `RELEASE_MISSING` where it cannot be had, and `SOURCE_MISSING` where it is not what the checksum says.
 */
export const fetchRelease = async (release: Release, { python, env = process.env }: FetchOptions): Promise<string> => {
  const cache = join(cacheFolder(env), 'releases')
  const place = join(cache, `${release.name}-${release.version}-${release.sha256.slice(0, 12)}`)
  if (existsSync(place)) return place
  mkdirSync(cache, { recursive: true })
  // Beside its place, so that one rename puts it there as a whole.
  const draft = mkdtempSync(join(cache, DRAFT))
  removeOlderThan(draft, cache)
  try {
    const wheel = await download(release, draft, { python, env })
    checkSum(release, wheel)
    const unpacked = join(draft, 'unpacked')
    await execa(python, ['-I', '-m', 'zipfile', '-e', wheel, unpacked], { stdin: 'ignore' })
    putInPlace(unpacked, place)
    return place
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const DRAFT = 'fetching-'
/** Whoever fetches is done by then, or was killed. */
const OLD_MS = 3_600_000

const removeOlderThan = (draft: string, cache: string): void => {
  const madeMs = statSync(draft).mtimeMs
  for (const name of readdirSync(cache).filter((each) => each.startsWith(DRAFT))) {
    const path = join(cache, name)
    const sinceMs = madeMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? madeMs)
    if (sinceMs > OLD_MS) rmSync(path, { recursive: true, force: true })
  }
}

const cacheFolder = ({ CROSSWIRE_CACHE, XDG_CACHE_HOME }: NodeJS.ProcessEnv): string =>
  resolve(CROSSWIRE_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'crosswire'))

const download = async ({ name, version }: Release, folder: string, { python, env }: Required<FetchOptions>): Promise<string> => {
  const options = [
    '--no-deps',
    // It is unpacked, not installed: what runs of it is up to the scenario.
    '--ignore-requires-python',
    '--only-binary=:all:',
    '--no-cache-dir',
    '--disable-pip-version-check',
    '--quiet',
    '--dest',
    folder,
  ]
  const { exitCode, stderr } = await execa(python, ['-m', 'pip', 'download', ...options, `${name}==${version}`], {
    // `-m` looks in the working directory first: a `pip.py` of the project's is not meant.
    ...{ cwd: folder, env, reject: false, stdin: 'ignore', timeout: FETCHED_WITHIN_MS },
  })
  const wheel = readdirSync(folder).find((file) => file.endsWith('.whl'))
  if (exitCode === 0 && wheel !== undefined) return join(folder, wheel)
  throw new HarnessError('RELEASE_MISSING', `${name} ${version} cannot be fetched`, {
    found: lastLine(stderr) || 'no answer from pip',
    usually: 'the package index is out of reach, or this Python has no pip',
    remedy: 'try again where it can be reached, or name a checkout: --checkout PATH',
  })
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

const checkSum = ({ name, version, sha256 }: Release, wheel: string): void => {
  const found = createHash('sha256').update(readFileSync(wheel)).digest('hex')
  if (found === sha256) return
  throw new HarnessError('SOURCE_MISSING', `${name} ${version} is not what its checksum says`, {
    ...{ found: `sha256 ${found}`, expected: `sha256 ${sha256}` },
    usually: 'the index that pip asks has another file of that name',
  })
}

/** Whoever comes second finds that of the first. */
const putInPlace = (unpacked: string, place: string): void => {
  try {
    renameSync(unpacked, place)
  } catch (error) {
    if (!existsSync(place)) throw error
  }
}
