// Entry of the spawned dispatcher: argv in, exit code out.
import { HarnessError } from '../../core/errors.js'
import { parseDispatcherArgs } from './dispatcher-options.js'
import { runDispatcherCommand } from './dispatcher-process.js'

try {
  process.exitCode = await runDispatcherCommand(parseDispatcherArgs(process.argv.slice(2)))
} catch (error) {
  const usage = error instanceof HarnessError && error.fault === 'usage'
  console.error(usage ? error.message : error)
  process.exitCode = usage ? 2 : 3
}
