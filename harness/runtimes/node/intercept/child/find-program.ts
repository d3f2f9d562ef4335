// Which simulated program stands behind a command line, if any.
import { basename, resolve } from 'node:path'
import type { SimulatedProcess } from '../../../../core/runtime.js'
import { realFs } from '../../files/real-fs.js'

export type Program = (process: SimulatedProcess) => void | Promise<void>

/** What child_process.spawn was asked for, as Node has normalised it. */
export interface Command {
  readonly file: string
  /** argv, the file first. */
  readonly args?: readonly string[]
  readonly cwd?: string
}

export interface Found {
  readonly name: string
  readonly program: Program
}

/**
 * By the file as it was given, then by its base name. For `node script.js` (and `process.execPath`) the script counts, by path
 * and by base name: that is what a registered program replaces.
 */
export const findProgram = (programs: ReadonlyMap<string, Program>, { file, args = [], cwd }: Command): Found | null => {
  if (isMissing(cwd)) return null
  for (const name of [file, basename(file), ...scriptNames(file, args)]) {
    const program = programs.get(name)
    if (program !== undefined) return { name, program }
  }
  return null
}

const scriptNames = (file: string, args: readonly string[]): string[] => {
  if (file !== process.execPath && basename(file) !== 'node') return []
  const script = args.slice(1).find((arg) => !arg.startsWith('-'))
  return script === undefined ? [] : [script, basename(script)]
}

/** True for what cannot be started anywhere: a path to nothing, or a working directory that is not there. A bare name may lie in PATH. */
export const cannotStart = ({ file, cwd }: Command): boolean =>
  isMissing(cwd) || (file.includes('/') && !realFs.existsSync(resolve(cwd ?? '.', file)))

const isMissing = (cwd: string | undefined): boolean => typeof cwd === 'string' && !realFs.existsSync(cwd)
