// A project as a user has it: a folder of its own with the packed package installed into it.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { ROOT } from './crosswire.js'

export interface Project {
  readonly dir: string
  run(command: string, args: readonly string[], env?: Record<string, string>): Promise<Finished>
  remove(): void
}

export interface Finished {
  readonly exitCode: number | undefined
  /** Both outputs, in order. */
  readonly output: string
}

/** Copies a project of `test/fixtures/projects`. What crosswire depends on, and vitest, are the ones of this repository. */
export const createProject = async (name: string): Promise<Project> => {
  const dir = mkdtempSync(join(tmpdir(), 'crosswire-project-'))
  cpSync(join(ROOT, 'test/fixtures/projects', name), dir, { recursive: true })
  const modules = join(dir, 'node_modules')
  mkdirSync(join(modules, 'crosswire'), { recursive: true })
  for (const other of readdirSync(join(ROOT, 'node_modules'))) {
    if (!other.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', other), join(modules, other))
  }
  await install(join(modules, 'crosswire'), dir)
  return {
    dir,
    run: async (command, args, env = {}) => {
      const { exitCode, all } = await execa(command, args, {
        cwd: dir,
        reject: false,
        all: true,
        timeout: 50_000,
        killSignal: 'SIGKILL',
        env: { NO_COLOR: '1', CI: '1', VITEST: '', ...env },
      })
      return { exitCode, output: all ?? '' }
    },
    remove: () => rmSync(dir, { recursive: true }),
  }
}

const install = async (into: string, dir: string): Promise<void> => {
  await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', dir, '--loglevel=error'], { cwd: ROOT })
  const archive = readdirSync(dir).find((file) => file.endsWith('.tgz')) as string
  await execa('tar', ['-xzf', join(dir, archive), '--strip-components=1', '-C', into])
  rmSync(join(dir, archive))
}
