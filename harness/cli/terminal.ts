// Where a command writes, and how: colours, width, and streams that may be gone.
import { createColors } from 'picocolors'
import type { Palette } from '../reporters/index.js'
import type { Environment } from '../search/index.js'

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
  // A reader that has seen enough (`| head`) is no error of ours.
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' && process.exit())
  const wanted = color && (env.NO_COLOR ?? '') === ''
  const able = (env.FORCE_COLOR ?? '') !== '' || (stdout.isTTY && env.TERM !== 'dumb' && !isSet(env.CI))
  return {
    palette: createColors(wanted && able),
    width: widthOf(stdout.columns, env),
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
  }
}
