// What a user's Python file is searched or replayed with.
import { sampleWorkloads } from '../../../callers/workloads.js'
import type { AnyScenario } from '../../../core/scenario.js'
import type { Workload } from '../../../core/workload.js'
import type { PythonRuntime } from '../../../runtimes/python/index.js'
import { fixedWorkload, type SearchSubject } from '../../../search/index.js'
import { portfolio } from '../../../strategies/index.js'
import type { PythonMeans, PythonTarget, Target } from '../../messages.js'
import { unknownVariant } from '../load-variant.js'
import type { Prepared } from '../prepare.js'
import { subjectWith } from '../scenario-subject.js'
import { type PythonSource, pythonHost } from './python-host.js'
import { packageOf } from './subject-package.js'

/** Of a `test(world)`: it starts its threads itself. */
const NOBODY: Workload = { callers: [], subjectSeed: 0 }

const CONTAMINATED =
  'the same schedule went another way behind others in one process (the modules keep something): each execution had a process of its own, which is slower'

/** A user's file, or a variant of a scenario whose subject is in Python. Throws `INTERPRETER_MISSING` or `BAD_SCENARIO_FILE`. */
export const preparePython = async (scenario: AnyScenario, variant: string, target: Target): Promise<Prepared> => {
  const { runtime } = await pythonHost(await sourceOf(scenario, variant, target))
  const isContaminated = await runtime.isContaminated(firstWorkloads(scenario, runtime))
  return {
    subject: { ...subjectOf(scenario, variant, runtime), modelId: runtime.model, notes: isContaminated ? [CONTAMINATED] : [] },
    runtime,
    // A body of threads is tiny, or its single deviations are too many.
    portfolio: portfolio({ singles: false }),
    close: runtime.close,
  }
}

const sourceOf = async (scenario: AnyScenario, variant: string, target: Target): Promise<PythonSource> => {
  const { python, name, dispatcher, overrides } = scenario
  if (python === undefined) return { ...(target as PythonTarget) }
  const file = Object.hasOwn(python.variants, variant) ? python.variants[variant] : undefined
  if (file === undefined) throw unknownVariant(name, variant, Object.keys(python.variants))
  const { python: interpreter, traced = [] } = target as PythonMeans
  const spec = overrides?.[variant]?.dispatcher ?? dispatcher
  return {
    ...{ file: python.scene, variant: file, traced },
    ...(interpreter === undefined ? {} : { python: interpreter }),
    ...(spec === undefined ? {} : { dispatcher: spec }),
    ...(python.source === undefined ? {} : { package: await packageOf(python.source, variant, target as PythonMeans) }),
  }
}

/** So many that each operation is among them, most probably. */
const TRIED = 5

const firstWorkloads = ({ callers }: AnyScenario, { file }: PythonRuntime): readonly Workload[] =>
  file.test ? [NOBODY] : sampleWorkloads(callers, 0, TRIED)

const subjectOf = (scenario: AnyScenario, variant: string, { file, bodyFor }: PythonRuntime): SearchSubject => {
  const subject = subjectWith(scenario, variant, bodyFor)
  if (!file.test) return subject
  const { operations: _, ...rest } = subject
  return { ...rest, workloads: fixedWorkload(NOBODY), recordsOperations: false }
}
