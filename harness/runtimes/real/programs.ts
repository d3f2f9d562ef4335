// A scenario's own programs in the real world: commands in the PATH, each of which starts a module in a process of its own.
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import { entry } from './entry.js'

export interface Programs {
  /** Makes `spawn(name)` start `module`. Throws `ONLY_SIMULATED` where that cannot be: the module is not known, or `name` is a path. */
  provide(name: string, module: string | URL | undefined): void
  /** They are not in the PATH any more. */
  remove(): void
}

/** `folder`: where their commands lie. */
export const createPrograms = (folder: string | undefined): Programs => {
  const path = process.env.PATH ?? ''
  return {
    provide(name, module) {
      if (module === undefined || folder === undefined || name.includes('/')) throw refusal(name)
      writeFileSync(join(folder, name), command(name, String(module)), { mode: 0o755 })
      process.env.PATH = `${folder}${delimiter}${path}`
    },
    remove() {
      process.env.PATH = path
    },
  }
}

const refusal = (name: string): HarnessError =>
  new HarnessError('ONLY_SIMULATED', `the scenario provides the program ${name} as a function`, {
    expected: 'a module that can be started for real, under a name without a path',
    remedy: `program('NAME', program, { module: new URL('./program.js', import.meta.url) }), of which it is the default export`,
  })

/** The transpiler that this process has been started with, for a user's own files. */
const loaders = process.execArgv.filter((arg) => !arg.startsWith('--inspect'))

/** The process of the command becomes that of the program: a signal for the one reaches the other. */
const command = (name: string, module: string): string =>
  `#!/bin/sh\nexec ${[process.execPath, ...loaders, ...entry('program-main'), name, module].map(quoted).join(' ')} "$@"\n`

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
