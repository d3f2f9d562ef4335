// The runtime of Python threads: a policy and a workload go to a process of Python, and the execution comes back.
import type { DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import type { Execution } from '../../core/execution.js'
import { DEFAULT_LIMITS } from '../../core/limits.js'
import { calm, type Policy } from '../../core/policy.js'
import type { Body, ExecutionSettings, Runtime } from '../../core/runtime.js'
import type { Workload } from '../../core/workload.js'
import type { PythonFile, PythonReply, PythonRequest, SubjectPackage } from './messages.js'
import { type PythonProcess, startPython } from './python-process.js'
import { createToolDesk, type ToolDesk } from './tool-desk.js'
import { createWorkers, type Run, type Workers } from './workers.js'

export interface PythonRuntimeOptions {
  /** The interpreter. */
  readonly python: string
  /** An absolute path. */
  readonly file: string
  /** Files and folders that are instrumented besides those under the working directory. Default: none. */
  readonly traced?: readonly string[]
  /** The file of a variant: then `file` is the scene that opens, uses and observes it. Default: `file` is the subject's own. */
  readonly variant?: string
  /** The code that the variant is about. Default: the variant's file is the subject. */
  readonly package?: SubjectPackage
  /** CPU time without a step after which an execution is ended, in ms; 0: never. */
  readonly watchdogMs: number
  /** Means of the system that are to be taken for absent: `eventfd`, `affinity`, `proc`. Default: none. */
  readonly without?: readonly string[]
}

export interface PythonRuntime extends Runtime {
  readonly model: string
  readonly file: PythonFile
  /** Major, minor and micro. */
  readonly version: readonly number[]
  /** Stands for what Python makes of the workload; only this runtime can execute it. */
  bodyFor(workload: Workload): Body
  /** What `world.dispatch` asks from now on, and who listens at `world.address`. */
  setDispatcher(spec: Partial<DispatcherSpec>): Promise<void>
  /**
   * Whether one execution finds what another has left: the calmest schedule of a workload goes another way behind those of the others than in a
   * process of its own. From then on each execution has one.
   */
  isContaminated(workloads: readonly Workload[]): Promise<boolean>
  /** Settles when no process is left. */
  close(): Promise<void>
}

/**
 * Executes one at a time. Executions that are not recorded share a worker, a fork of the process that has loaded the subject, so many of
 * them; each recorded one has its own. A worker that dies is an end (`crashed`), and so is one that takes no step (`out-of-control`).
 * Rejects with `BAD_SCENARIO_FILE` where the file is at fault, with `WORKER_DIED` where Python itself is gone.
 */
export const createPythonRuntime = async (options: PythonRuntimeOptions): Promise<PythonRuntime> => {
  const { python, file, traced = [], variant = null, package: about = null, watchdogMs, without = [] } = options
  const process = startPython(python)
  const loaded = await load(process, { type: 'load', file, traced, variant, package: about, without, watchdogMs })
  const workloads = new WeakMap<Body, Workload>()
  let tools: ToolDesk = createToolDesk({})
  const workers = createWorkers({ process, model: loaded.model, answers: (question) => tools.answer(question) })
  let last: Promise<unknown> = Promise.resolve()

  const requestOf = (body: Body, settings: Settings, policies: readonly Policy[]): Run => {
    const workload = workloads.get(body)
    if (workload === undefined) throw new HarnessError('INTERNAL', 'a body of another runtime')
    return runOf(workload, settings, policies)
  }
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  return {
    name: 'python',
    model: loaded.model,
    file: loaded.file,
    version: loaded.python,
    bodyFor(workload) {
      const body: Body = () => {
        throw new HarnessError('INTERNAL', 'a body of Python was called in the process that searches')
      }
      workloads.set(body, workload)
      return body
    },
    execute: (body, settings) => inTurn(() => workers.execute(requestOf(body, settings, [settings.policy]))),
    executeMany: (body, settings, policies) => inTurn(() => workers.executeMany(requestOf(body, settings, policies))),
    setDispatcher: (spec) =>
      inTurn(async () => {
        tools = createToolDesk(spec)
        await workers.end()
        await process.ask({ type: 'dispatcher', spec: tools.spec })
      }),
    isContaminated: (all) =>
      inTurn(async () => {
        const isContaminated = await findsWhatOthersLeft(workers, all)
        if (isContaminated) workers.isolate()
        return isContaminated
      }),
    close: () => inTurn(process.close),
  }
}

const load = async (process: PythonProcess, request: PythonRequest): Promise<Extract<PythonReply, { type: 'loaded' }>> => {
  const reply = await process.ask(request)
  if (reply.type === 'loaded') return reply
  await process.close()
  if (reply.type !== 'bad') throw unexpected(reply)
  const { message, found, expected } = reply
  throw new HarnessError('BAD_SCENARIO_FILE', message, {
    ...(found === null ? {} : { found }),
    ...(expected === null ? {} : { expected }),
  })
}

type Settings = Omit<ExecutionSettings, 'policy'>

const runOf = (workload: Workload, { limits, subjectSeed, record, closely }: Settings, policies: readonly Policy[]): Run => ({
  type: 'run',
  workload,
  policies,
  limits,
  seed: subjectSeed,
  record,
  closely: closely !== undefined,
})

/** The first of them once more at the end: what the others have left. */
const findsWhatOthersLeft = async (workers: Workers, [first, ...others]: readonly Workload[]): Promise<boolean> => {
  if (first === undefined) return false
  const alone: string[] = []
  for (const workload of [first, ...others]) {
    await workers.end()
    alone.push(shownOf(await workers.execute(calmly(workload))))
  }
  await workers.end()
  const together: string[] = []
  for (const workload of [first, ...others, first]) together.push(shownOf(await workers.execute(calmly(workload))))
  await workers.end()
  return together.some((shown, i) => shown !== alone[i % alone.length])
}

const calmly = (workload: Workload): Run => ({
  type: 'run',
  workload,
  policies: [calm],
  limits: DEFAULT_LIMITS,
  seed: workload.subjectSeed,
  record: false,
  closely: false,
})

/** What could be another in a process that has executed before. */
const shownOf = ({ traceHash, history, end, leftovers }: Execution): string =>
  JSON.stringify([traceHash, history, end.kind, end.message, leftovers])

const unexpected = ({ type }: PythonReply): HarnessError => new HarnessError('INTERNAL', `Python answered with \`${type}\``)
