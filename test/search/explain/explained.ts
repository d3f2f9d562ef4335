// A body searched and explained, and the lines of its file by what stands on them.
import { readFileSync } from 'node:fs'
import type { World } from '../../../harness/callers/world.js'
import { follow } from '../../../harness/core/policy.js'
import type { Counterexample } from '../../../harness/core/report.js'
import { raceSubject } from '../../../harness/hosts/race-subject.js'
import { createNodeRuntime } from '../../../harness/runtimes/node/index.js'
import { createExecutor } from '../../../harness/search/executor.js'
import { type SearchOptions, type SearchSubject, search } from '../../../harness/search/index.js'
import { createJudge } from '../../../harness/search/verdicts.js'
import { strategyByName } from '../../../harness/strategies/index.js'

export type Body = (world: World) => Promise<void>

const runtime = createNodeRuntime()

export const subjectOf = (name: string, body: Body): SearchSubject => raceSubject(name, body, { options: {}, seed: 0 })

/** A body of a few steps fails within a few schedules: 200 of a portfolio miss none of those here. */
export const explained = async (subject: SearchSubject, over: Partial<SearchOptions> = {}): Promise<Counterexample> => {
  const options = { runtime, strategy: strategyByName('portfolio'), seed: 0, budget: { executions: 200 }, shrinkAtMost: 300 }
  const { counterexamples } = await search(subject, { ...options, ...over })
  return counterexamples[0] as Counterexample
}

/** Whether the passing execution that an explanation rests on passes again, in an executor of its own, and goes the same way. */
export const passesAgain = async (
  subject: SearchSubject,
  { workload, nearestPassing }: Counterexample,
): Promise<boolean | 'none'> => {
  if (nearestPassing?.changes === undefined) return 'none'
  const executor = createExecutor(subject, runtime)
  const execution = await executor.run(executor.work(workload), follow(nearestPassing.changes), false)
  const isSame = execution.traceHash === nearestPassing.execution.traceHash
  return isSame && createJudge(subject.oracles).notPassing(execution).length === 0
}

/** Numbers of the lines that end in `// <tag>`. */
export const linesWith = (file: string, tag: string): number[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => (line.endsWith(`// ${tag}`) ? [i + 1] : []))

/** Numbers of the lines at which the two steps of the pair went on, each once. */
export const pairLines = ({ explanation }: Counterexample): number[] => {
  const lines = (explanation?.pair ?? []).map(({ at }) => at.line)
  return [...new Set(lines)].sort((a, b) => a - b)
}
