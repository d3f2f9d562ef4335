// Where a command writes, and how: colours, width, and streams that may be gone.
import { createColors } from 'picocolors'
import { HarnessError } from '../core/errors.js'
import type { Palette } from '../reporters/index.js'
import type { Environment } from '../search/index.js'
import { EXIT, type ExitCode, worst } from './exit-code.js'

export interface Terminal {
  readonly palette: Palette
  readonly width: number
  /** For results. */
  out(text: string): void
  /** For everything else. */
  err(text: string): void
}

const DEFAULT_WIDTH = 100

/** Some set `CI=false` to say that it is none. */
const isSet = (ci = ''): boolean => !['', '0', 'false'].includes(ci)

/** A pseudo-terminal whose size nobody has set says 0; a pipe has no width, but whoever made it may say one. */
const widthOf = (columns: number | undefined, { COLUMNS = '' }: Environment): number => {
  const stated = /^\d+$/.test(COLUMNS) ? Number(COLUMNS) : 0
  return columns || stated || DEFAULT_WIDTH
}

/** Colours where stdout is a terminal that shows them, and nobody runs it in CI; `NO_COLOR` and `--no-color` turn them off, `FORCE_COLOR` on. */
export const createTerminal = (env: Environment, color: boolean): Terminal => {
  const { stdout, stderr } = process
  stderr.on('error', endWithReader)
  stdout.on('error', (error) => {
    endWithReader(error)
    tellLoss(error)
  })
  const wanted = color && (env.NO_COLOR ?? '') === ''
  const able = (env.FORCE_COLOR ?? '') !== '' || (stdout.isTTY && env.TERM !== 'dumb' && !isSet(env.CI))
  return {
    palette: createColors(wanted && able === true),
    width: widthOf(stdout.columns, env),
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
  }
}

/** A reader that has seen enough (`| head`) is no error of ours. */
const endWithReader = ({ code }: NodeJS.ErrnoException): void => {
  if (code === 'EPIPE') process.exit()
}

let isTold = false

/** On a full disk results would be cut, and nobody the wiser: the exit code is that of a report that could not be written. */
const tellLoss = (cause: Error): void => {
  if (isTold) return
  isTold = true
  process.stderr.write(
    `${new HarnessError('REPORT_NOT_WRITTEN', 'stdout could not be written to', { found: cause.message }).message}\n`,
  )
  process.on('exit', (code) => {
    process.exitCode = worst([code as ExitCode, EXIT.usage])
  })
}
