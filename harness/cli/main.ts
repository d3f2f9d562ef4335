// The entry of the command line: argv in, exit code out.
import { CommanderError } from 'commander'
import { version } from '../config/version.js'
import { safe } from '../reporters/text.js'
import { problemOf } from './child/problem.js'
import { EXIT, exitCodeOfFault } from './exit-code.js'
import { createProgram, type Outcome } from './program.js'
import { createTerminal } from './terminal.js'

const outcome: Outcome = { exitCode: EXIT.toolFailed }
const program = createProgram(
  (color) => ({
    cwd: process.cwd(),
    env: process.env,
    terminal: createTerminal(process.env, color),
    versions: { crosswire: version(), node: process.versions.node },
  }),
  outcome,
)

try {
  await program.parseAsync()
} catch (error) {
  outcome.exitCode = exitCodeOf(error)
}
process.exitCode = outcome.exitCode

/** Commander has printed its own errors, help and version already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const { code, text, fault } = problemOf(error)
  const exitCode = exitCodeOfFault(fault)
  // What is wrong may quote a file of anybody's.
  console.error(text.split('\n').map(safe).join('\n'))
  if (process.argv.includes('--json')) console.log(JSON.stringify({ format: 1, exitCode, errors: [{ code, text }] }, null, 2))
  return exitCode
}
