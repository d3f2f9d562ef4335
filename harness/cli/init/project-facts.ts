// What a user's project is, as far as a first test needs to know: looked at, never changed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { foldersToRoot } from '../../config/index.js'
import { HarnessError } from '../../core/errors.js'

export type Runner = 'vitest' | 'node:test'
export type PackageManager = 'npm' | 'pnpm' | 'yarn'

export interface ProjectFacts {
  /** Folder of the nearest package.json. */
  readonly root: string
  readonly runner: Runner
  readonly language: 'TypeScript' | 'JavaScript'
  /** What a `.js` file is. */
  readonly module: 'ESM' | 'CommonJS'
  /** Folder of a first test, relative to the root. */
  readonly testFolder: string
  /** Between the name of a test file and its extension. */
  readonly testSuffix: 'test' | 'spec'
  readonly packageManager: PackageManager
  /** Packages that the project or its monorepo asks for. */
  readonly packages: ReadonlySet<string>
}

interface Package {
  readonly type?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: object
  readonly devDependencies?: object
}

/** Throws `BAD_OPTION` where there is no package.json, `BAD_CONFIG` where it cannot be read. */
export const projectFacts = (cwd: string): ProjectFacts => {
  const folders = foldersToRoot(cwd)
  const at = folders.findIndex((folder) => existsSync(join(folder, 'package.json')))
  if (at < 0) {
    throw new HarnessError('BAD_OPTION', `there is no package.json in ${cwd}`, {
      remedy: 'run it in the folder of a package; npm init -y makes one',
    })
  }
  const above = folders.slice(at)
  const root = above[0] as string
  const packages = above.filter((folder) => existsSync(join(folder, 'package.json'))).map(readPackage)
  const files = filesBelow(root)
  return {
    root,
    runner: runnerOf(packages, above),
    language: usesTypeScript(root, packages[0] as Package, files) ? 'TypeScript' : 'JavaScript',
    module: packages[0]?.type === 'module' ? 'ESM' : 'CommonJS',
    ...placeOfTests(root, files),
    packageManager: packageManagerOf(above),
    packages: new Set(packages.flatMap(packagesOf)),
  }
}

const readPackage = (folder: string): Package => {
  const file = join(folder, 'package.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new HarnessError('BAD_CONFIG', `${file} cannot be read: ${(error as Error).message}`)
  }
}

const packagesOf = ({ dependencies, devDependencies }: Package): string[] => Object.keys({ ...dependencies, ...devDependencies })

/** What `npm test` runs, in the package or above it; else vitest where it is installed or configured; else Node's own. */
const runnerOf = (packages: readonly Package[], folders: readonly string[]): Runner => {
  for (const { scripts = {} } of packages) {
    const text = Object.values(scripts).join('\n')
    if (/\bvitest\b/.test(text)) return 'vitest'
    if (/\bnode\b.*\s--test\b/.test(text)) return 'node:test'
  }
  const isConfigured = folders.some((folder) => readdirSync(folder).some((name) => /^vitest\.(config|workspace)\./.test(name)))
  return isConfigured || packages.some((each) => packagesOf(each).includes('vitest')) ? 'vitest' : 'node:test'
}

const usesTypeScript = (root: string, own: Package, files: readonly string[]): boolean =>
  existsSync(join(root, 'tsconfig.json')) ||
  packagesOf(own).includes('typescript') ||
  files.some((file) => /\.[cm]?tsx?$/.test(file) && !/\.d\.[cm]?ts$|\.config\.[cm]?ts$/.test(file))

const DEPTH = 4
const NOT_OURS = /^(\..*|node_modules|dist|build|coverage|e2e|cypress|playwright)$/

/** Relative to `root`, the shallowest first; other packages below are left out. */
const filesBelow = (root: string): string[] => {
  const walk = (folder: string, depth: number): string[] => {
    const entries = readdirSync(folder, { withFileTypes: true })
    if (depth > 0 && entries.some(({ name }) => name === 'package.json')) return []
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => relative(root, join(folder, name)))
    const folders = entries.filter((entry) => entry.isDirectory() && !NOT_OURS.test(entry.name))
    return [...files, ...(depth === DEPTH ? [] : folders.flatMap(({ name }) => walk(join(folder, name), depth + 1)))]
  }
  return walk(root, 0).sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
}

const depthOf = (file: string): number => file.split(sep).length

const TEST_FOLDERS = ['test', 'tests', '__tests__', 'spec']

/** Where the project's own tests lie, named as they are; `test` where it has none. */
const placeOfTests = (root: string, files: readonly string[]): Pick<ProjectFacts, 'testFolder' | 'testSuffix'> => {
  const [first] = files.filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file))
  const testSuffix = first !== undefined && /\.spec\./.test(first) ? 'spec' : 'test'
  if (first !== undefined) return { testFolder: dirname(first), testSuffix }
  return { testFolder: TEST_FOLDERS.find((name) => existsSync(join(root, name))) ?? 'test', testSuffix }
}

const packageManagerOf = (folders: readonly string[]): PackageManager => {
  const has = (name: string) => folders.some((folder) => existsSync(join(folder, name)))
  if (has('pnpm-lock.yaml')) return 'pnpm'
  return has('yarn.lock') ? 'yarn' : 'npm'
}
