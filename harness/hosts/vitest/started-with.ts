// How vitest was started, from one of its workers: which of its options decide what a test file is and how it is loaded.
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { isWithout } from '../../runtimes/node/without.js'

/** Options of vitest's command line that a second run needs, with a value of their own or without. */
const WITH_VALUE = new Set(
  '--config -c --root -r --dir --mode --pool --environment --configLoader --execArgv --setupFiles --exclude'.split(' '),
)
const WITHOUT = new Set('--globals --isolate --no-isolate --dom'.split(' '))

/** The options among `argv` that decide what is run and how; file names, filters, reporters and coverage are left out. */
export const loadingOptions = (argv: readonly string[]): string[] =>
  argv.flatMap((word, i) => {
    if (WITHOUT.has(word)) return [word]
    const [name = ''] = word.split('=', 1)
    if (!WITH_VALUE.has(name)) return []
    if (name !== word) return [word]
    const value = argv[i + 1]
    return value === undefined || value.startsWith('-') ? [] : [word, value]
  })

/**
 * Those of the vitest that runs this test file. Empty where that cannot be told: on a system without `/proc`, and where another program
 * (an editor) has started vitest.
 */
export const optionsOfThisRun = (): string[] => {
  const argv = mainArgv()
  const vitest = argv.findIndex((word) => /(?:^|[\\/])vitest(?:\.mjs)?$/.test(word))
  return vitest < 0 ? [] : loadingOptions(argv.slice(vitest + 1))
}

/** A worker thread lives in the process that was started, a fork is a child of it. */
const mainArgv = (): string[] => {
  if (isWithout('proc')) return []
  try {
    return readFileSync(`/proc/${isMainThread ? process.ppid : process.pid}/cmdline`, 'utf8')
      .split('\0')
      .slice(0, -1)
  } catch {
    return []
  }
}
