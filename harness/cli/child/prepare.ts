// What a variant is searched or replayed with: executed in this thread, or in worker threads where it keeps state at module level.
import type { Runtime } from '../../core/runtime.js'
import type { AnyScenario } from '../../core/scenario.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import type { SearchSubject } from '../../search/index.js'
import type { Strategy } from '../../strategies/index.js'
import { createIsolatedRuntime } from '../isolated/isolated-runtime.js'
import type { Target } from '../messages.js'
import { isPython } from '../targets.js'
import { scenarioSubject, subjectWith } from './scenario-subject.js'

export interface Prepared {
  readonly subject: SearchSubject
  readonly runtime: Runtime
  /** What `portfolio` is for it. Default: the one of that name. */
  readonly portfolio?: Strategy
  /** Settles when nothing runs any more for it. */
  close(): Promise<void>
}

/** Throws what keeps the variant from being loaded; where it is isolated, the first execution does. */
export const prepare = async (scenario: AnyScenario, variant: string, target: Target): Promise<Prepared> => {
  if (isPython(target) || scenario.python !== undefined) {
    const { preparePython } = await import('./python/prepare-python.js')
    return preparePython(scenario, variant, target)
  }
  const { isolate = 'none', recycle } = scenario
  if (isolate === 'none') {
    return { subject: await scenarioSubject(scenario, variant), runtime: createNodeRuntime(), close: async () => {} }
  }
  const runtime = createIsolatedRuntime({ target, variant, ...(recycle === undefined ? {} : { recycle }) })
  return { subject: subjectWith(scenario, variant, runtime.bodyFor), runtime, close: runtime.close }
}
