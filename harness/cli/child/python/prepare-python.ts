// What a user's Python file is searched or replayed with.
import { sampleWorkloads } from '../../../callers/workloads.js'
import type { AnyScenario } from '../../../core/scenario.js'
import type { Workload } from '../../../core/workload.js'
import type { PythonRuntime } from '../../../runtimes/python/index.js'
import { fixedWorkload, type SearchSubject } from '../../../search/index.js'
import { portfolio } from '../../../strategies/index.js'
import type { PythonTarget } from '../../messages.js'
import type { Prepared } from '../prepare.js'
import { subjectWith } from '../scenario-subject.js'
import { pythonHost } from './python-host.js'
import { SUBJECT } from './python-scenario.js'

/** Of a `test(world)`: it starts its threads itself. */
const NOBODY: Workload = { callers: [], subjectSeed: 0 }

const CONTAMINATED =
  'the same schedule went another way behind others in one process (the modules keep something): each execution had a process of its own, which is slower'

export const preparePython = async (scenario: AnyScenario, target: PythonTarget): Promise<Prepared> => {
  const { runtime } = await pythonHost(target, 0)
  const isContaminated = await runtime.isContaminated(firstWorkloads(scenario, runtime))
  return {
    subject: { ...subjectOf(scenario, runtime), modelId: runtime.model, notes: isContaminated ? [CONTAMINATED] : [] },
    runtime,
    // A body of threads is tiny, or its single deviations are too many.
    portfolio: portfolio({ singles: false }),
    close: runtime.close,
  }
}

/** So many that each operation is among them, most probably. */
const TRIED = 5

const firstWorkloads = ({ callers }: AnyScenario, { file }: PythonRuntime): readonly Workload[] =>
  file.test ? [NOBODY] : sampleWorkloads(callers, 0, TRIED)

const subjectOf = (scenario: AnyScenario, { file, bodyFor }: PythonRuntime): SearchSubject => {
  const subject = subjectWith(scenario, SUBJECT, bodyFor)
  if (!file.test) return subject
  const { operations: _, ...rest } = subject
  return { ...rest, workloads: fixedWorkload(NOBODY), recordsOperations: false }
}
