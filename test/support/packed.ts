// The package as npm packs it, and what it depends on, each kept in a folder that all test files share.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { execa } from 'execa'
import { ROOT } from './crosswire.js'
import { locked } from './locked.js'

const CACHE = join(ROOT, 'node_modules', '.cache', 'crosswire-projects')

/** Folder with the contents of the packed package, of the build that is there. */
export const packedPackage = (): Promise<string> =>
  kept('packed', [read('package.json'), String(statSync(join(ROOT, 'dist/harness/index.js')).mtimeMs)], async (into) => {
    sweep('packed')
    await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', into, '--loglevel=error'], { cwd: ROOT })
    const archive = join(into, readdirSync(into)[0] as string)
    await execa('tar', ['-xzf', archive, '--strip-components=1', '-C', into])
    rmSync(archive)
  })

/** Folder that is a `node_modules` with what crosswire depends on and `packages`, with all that those need; crosswire itself is not in it. */
export const installedPackages = (packages: readonly string[]): Promise<string> =>
  kept('installed', [read('package-lock.json'), ...packages], async (into) => {
    const { dependencies } = JSON.parse(read('package.json'))
    const paths = closure([...Object.keys(dependencies), ...packages])
    for (const path of paths) copyPackage(path, into)
    linkCommands(paths, into)
  })

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Made by whoever comes first, while the others wait: the name says of what. */
const kept = async (kind: string, of: readonly string[], make: (into: string) => Promise<void>): Promise<string> => {
  const folder = join(CACHE, `${kind}-${createHash('sha256').update(of.join('\0')).digest('hex').slice(0, 16)}`)
  mkdirSync(CACHE, { recursive: true })
  await locked(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    const fresh = `${folder}.new`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh)
    await make(fresh)
    renameSync(fresh, folder)
  })
  return folder
}

const HOUR_MS = 3_600_000

/** Builds come and go; one that was just made may be in use by somebody else's run. */
const sweep = (kind: string): void => {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    if (name.startsWith(`${kind}-`) && Date.now() - statSync(path).mtimeMs > HOUR_MS) rmSync(path, { recursive: true })
  }
}

interface Locked {
  readonly dependencies?: object
  readonly optionalDependencies?: object
  readonly peerDependencies?: object
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly bin?: Readonly<Record<string, string>>
}

const lockfile = (): Readonly<Record<string, Locked>> => JSON.parse(read('package-lock.json')).packages

/** Paths of packages and of all that they need, as the lock file has them: a part of a `node_modules` that holds together. */
const closure = (names: readonly string[]): string[] => {
  const packages = lockfile()
  const found = new Set<string>()
  const visit = (name: string, from: string): void => {
    const path = resolved(name, from, packages)
    if (path === null || found.has(path)) return
    found.add(path)
    for (const needed of neededBy(packages[path] as Locked)) visit(needed, path)
  }
  for (const name of names) visit(name, '')
  return [...found].filter((path) => existsSync(join(ROOT, path)))
}

const neededBy = ({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }: Locked): string[] => {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds `name` from the package at `from`. */
const resolved = (name: string, from: string, packages: Readonly<Record<string, Locked>>): string | null => {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[path] !== undefined) return path
  return from === '' ? null : resolved(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), packages)
}

/** Without packages nested in it: those that are needed have paths of their own. */
const copyPackage = (path: string, into: string): void => {
  const target = join(into, path.slice('node_modules/'.length))
  mkdirSync(dirname(target), { recursive: true })
  const source = join(ROOT, path)
  cpSync(source, target, { recursive: true, filter: (file) => !relative(source, file).split('/').includes('node_modules') })
}

const linkCommands = (paths: readonly string[], into: string): void => {
  const packages = lockfile()
  mkdirSync(join(into, '.bin'))
  for (const path of paths.filter((each) => each.lastIndexOf('node_modules/') === 0)) {
    const name = path.slice('node_modules/'.length)
    for (const [command, file] of Object.entries(packages[path]?.bin ?? {})) {
      symlinkSync(join('..', name, file), join(into, '.bin', command))
    }
  }
}
