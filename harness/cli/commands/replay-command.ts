// The line that replays a failure: it can be pasted into any shell, from the directory in which it was printed.
import { relative } from 'node:path'
import { quoted } from '../../reporters/index.js'
import type { Target } from '../messages.js'

/** A user's own scenario has to be named, since a token knows no files. */
export const replayCommandOf =
  (target: Target, cwd: string) =>
  (token: string): string =>
    `npx crosswire replay ${token}${'file' in target ? ` ${quoted(relative(cwd, target.file))}` : ''}`
