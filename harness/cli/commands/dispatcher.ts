// `crosswire dispatcher`: the mock dispatcher as a process of its own.
import { Option } from 'commander'
import { type DispatcherCommandOptions, dispatcherOptions } from '../../runtimes/real/dispatcher-options.js'
import { runDispatcherCommand } from '../../runtimes/real/dispatcher-process.js'

/** One list for the spawned process and for commander. */
export const DISPATCHER_OPTIONS: readonly Option[] = dispatcherOptions.map(({ flag, says, many = false, hidden = false }) => {
  const option = new Option(flag, says).hideHelp(hidden)
  return many ? option.argParser<string[]>((value, before = []) => [...before, value]) : option
})

/** Settles when the dispatcher has ended. Throws `BAD_OPTION`. */
export const dispatcher = (options: DispatcherCommandOptions): Promise<number> => runDispatcherCommand(options)
