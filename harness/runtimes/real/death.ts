// How a dispatcher's process has ended, and what its last words come to.
import { ERROR_CODES, type ErrorCode, HarnessError } from '../../core/errors.js'

/** How a process has ended. */
export interface Exit {
  readonly exitCode: number | undefined
  readonly signal: string | undefined
}

/** The exit code of a dispatcher that an injected crash took down: it ended, and not because it was asked to. */
export const CRASHED = 4
/** Of one that was told what makes no sense, and has said so. */
const REFUSED = 2

const LAST_LINES = 5

/** What it has refused, by the code that it gave; else `DISPATCHER_DIED`. `when`: as in `in the middle of a run`. */
export const deathOf = ({ exitCode, signal }: Exit, words: string, when: string): HarnessError => {
  const [, code = '', message = ''] = /^([A-Z_]+): (.*)$/s.exec(words) ?? []
  if (exitCode === REFUSED && Object.hasOwn(ERROR_CODES, code)) return new HarnessError(code as ErrorCode, message)
  const said = words === '' ? '' : `; it said: ${words.split('\n').slice(-LAST_LINES).join('\n')}`
  return new HarnessError('DISPATCHER_DIED', `the dispatcher ended ${when}`, {
    found: `${signal === undefined ? `exit code ${exitCode}` : `signal ${signal}`}${said}`,
  })
}
