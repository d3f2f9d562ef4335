// `crosswire dispatcher`: the mock dispatcher as a process of its own.
import { Console } from 'node:console'
import { Option } from 'commander'
import type { DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import { type DispatcherCommandOptions, dispatcherOptions } from '../../runtimes/real/dispatcher-options.js'
import { runDispatcherCommand } from '../../runtimes/real/dispatcher-process.js'
import type { Target } from '../messages.js'

/** One list for the spawned process and for commander. */
export const DISPATCHER_OPTIONS: readonly Option[] = dispatcherOptions.map(({ flag, says, many = false, hidden = false }) => {
  const option = new Option(flag, says).hideHelp(hidden)
  return many ? option.argParser<string[]>((value, before = []) => [...before, value]) : option
})

/** Settles when the dispatcher has ended. Throws `BAD_OPTION`, and what keeps a scenario from being loaded. */
export const dispatcher = (options: DispatcherCommandOptions): Promise<number> =>
  runDispatcherCommand(options, { specOfScenario })

/** Loaded by this process itself, so that tools may be functions. Of the variant nothing is loaded, and without a scenario nothing at all. */
const specOfScenario = async (name: string, variant: string | undefined): Promise<DispatcherSpec> => {
  // Whoever reads stdout reads lines of JSON: what the file and its tools print goes where it disturbs nobody.
  globalThis.console = new Console(process.stderr)
  const [{ targetsOf }, { loadScenario }] = await Promise.all([import('../targets.js'), import('../child/load-scenario.js')])
  const [target] = await targetsOf([name], process.cwd())
  if ('file' in (target as Target)) await import('../isolated/transpile.js')
  const scenario = await loadScenario(target as Target)
  const [first] = Object.keys(scenario.variants)
  const spec = scenario.overrides?.[variant ?? first ?? '']?.dispatcher ?? scenario.dispatcher
  if (spec !== undefined) return spec
  throw new HarnessError('BAD_OPTION', `the scenario ${scenario.name} has no dispatcher`, {
    usually: 'it brings a peer of its own',
  })
}
