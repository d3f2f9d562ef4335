// The entry of the command line: argv in, exit code out.
import { CommanderError } from 'commander'
import { problemOf } from './child/problem.js'
import { EXIT, exitCodeOfFault } from './exit-code.js'
import { createProgram, type Outcome } from './program.js'
import { createTerminal } from './terminal.js'
import { version } from './version.js'

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
for (const command of [program, ...program.commands]) command.exitOverride()

try {
  await program.parseAsync()
} catch (error) {
  outcome.exitCode = exitCodeOf(error)
}
process.exitCode = outcome.exitCode

/** Commander has printed its own errors, help and version already. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const { text, fault } = problemOf(error)
  console.error(text)
  return exitCodeOfFault(fault)
}
