// A project as a user has it: a folder of its own with the packed package installed into it.
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { execa } from 'execa'
import { ROOT } from './crosswire.js'
import { installedPackages, packedPackage } from './packed.js'

const PROJECTS = join(ROOT, 'test/fixtures/projects')

export interface Project {
  readonly dir: string
  /** In the project's folder; `node` is the project's. */
  run(command: string, args: readonly string[], env?: Record<string, string>): Promise<Finished>
  /** A command of an installed package, as npx runs it, without the second that npx takes. */
  tool(name: string, args: readonly string[], env?: Record<string, string>): Promise<Finished>
  /** The same project, with commands run in a folder of it. */
  within(folder: string): Project
  read(file: string): string
  write(file: string, text: string): void
  delete(file: string): void
  /** Copies another project of `test/fixtures/projects` into a folder of this one. */
  copy(name: string, folder: string): void
  remove(): void
}

export interface Finished {
  readonly exitCode: number | undefined
  /** Both outputs, in order. */
  readonly output: string
  readonly stdout: string
  readonly stderr: string
}

export interface ProjectOptions {
  /** Packages of this repository that are installed besides crosswire and what it needs. Default: vitest. */
  readonly packages?: readonly string[]
  /** Folder of the project below a temporary one; spaces and any letters. Default: the temporary one itself. */
  readonly folder?: string
  /** The binary of Node that its commands run on. Default: this one. */
  readonly node?: string
}

/**
 * Copies a project of `test/fixtures/projects` into a folder of its own and installs the packed package there, with what it depends
 * on, as npm would: nothing in it leads back to this repository. In a monorepo everything is hoisted to its root, and the
 * packages that `workspaces` names are linked there.
 */
export const createProject = async (name: string, options: ProjectOptions = {}): Promise<Project> => {
  const { packages = ['vitest'], folder = '.', node = process.execPath } = options
  const top = mkdtempSync(join(tmpdir(), 'crosswire-project-'))
  const dir = join(top, folder)
  cpSync(join(PROJECTS, name), dir, { recursive: true })
  const modules = join(dir, 'node_modules')
  linkTree(await installedPackages(packages), modules)
  linkTree(await packedPackage(), join(modules, 'crosswire'))
  symlinkSync('../crosswire/harness/cli/crosswire.mjs', join(modules, '.bin', 'crosswire'))
  linkWorkspaces(dir)
  return projectAt(dir, { top, modules, node, cwd: dir })
}

interface Place {
  readonly top: string
  readonly modules: string
  readonly node: string
  readonly cwd: string
}

const projectAt = (dir: string, { top, modules, node, cwd }: Place): Project => {
  const run = async (command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Finished> => {
    const { exitCode, all, stdout, stderr } = await execa(command === 'node' ? node : command, args, {
      cwd,
      reject: false,
      all: true,
      timeout: 100_000,
      killSignal: 'SIGKILL',
      extendEnv: false,
      env: { ...usersEnvironment(node), ...env },
    })
    return { exitCode, output: all ?? '', stdout: stdout ?? '', stderr: stderr ?? '' }
  }
  return {
    dir,
    run,
    tool: (name, args, env) => run('node', [join(modules, '.bin', name), ...args], env),
    within: (folder) => projectAt(dir, { top, modules, node, cwd: join(dir, folder) }),
    read: (file) => readFileSync(join(dir, file), 'utf8'),
    write: (file, text) => {
      mkdirSync(dirname(join(dir, file)), { recursive: true })
      writeFileSync(join(dir, file), text)
    },
    copy: (name, folder) => cpSync(join(PROJECTS, name), join(dir, folder), { recursive: true }),
    delete: (file) => rmSync(join(dir, file)),
    remove: () => rmSync(top, { recursive: true }),
  }
}

/** What this test run has set for itself, or npm for it, is not there in a user's shell. */
const OURS = /^(VITEST|NODE_|CROSSWIRE_|TEST$|npm_|INIT_CWD$|DEV$|PROD$|MODE$|SSR$|BASE_URL$)/

const usersEnvironment = (node: string): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name))),
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  NO_COLOR: '1',
  CI: '1',
})

/** Hard links cost nothing and are real files of the project; across file systems it is copies. Links inside the tree stay relative. */
const linkTree = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target)
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true })
    else linkFile(source, target)
  }
}

const linkFile = (source: string, target: string): void => {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}

/** `workspaces: ["packages/*"]`: as npm links them. */
const linkWorkspaces = (dir: string): void => {
  const { workspaces = [] }: { workspaces?: readonly string[] } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  const folders = workspaces.map((pattern) => join(dir, pattern.replace(/\/\*$/, '')))
  for (const folder of folders.filter((each) => existsSync(each))) {
    for (const each of readdirSync(folder)) {
      const { name } = JSON.parse(readFileSync(join(folder, each, 'package.json'), 'utf8'))
      const link = join(dir, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(relative(dirname(link), join(folder, each)), link)
    }
  }
}
