// The runtime of Python threads: a policy and a workload go to a process of Python, and the execution comes back.
import type { DispatcherSpec } from '../../core/dispatcher-spec.js'
import { HarnessError } from '../../core/errors.js'
import type { Execution } from '../../core/execution.js'
import { DEFAULT_LIMITS } from '../../core/limits.js'
import { calm, type Policy } from '../../core/policy.js'
import type { Body, ExecutionSettings, Runtime } from '../../core/runtime.js'
import type { Workload } from '../../core/workload.js'
import { endedEarly } from './ended-early.js'
import type { PythonExecution, PythonFile, PythonReply, PythonRequest } from './messages.js'
import { type PythonProcess, startPython } from './python-process.js'

/** Executions until a fresh worker takes over: by then it costs next to nothing. */
const RECYCLE = 50

export interface PythonRuntimeOptions {
  /** The interpreter. */
  readonly python: string
  /** An absolute path. */
  readonly file: string
  /** Files and folders that are instrumented besides those under the working directory. Default: none. */
  readonly traced?: readonly string[]
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
  /** What `world.dispatch` asks from now on. */
  setDispatcher(spec: Partial<DispatcherSpec>): Promise<void>
  /**
   * Whether one execution finds what another has left: the calmest schedule goes two ways in one process. From then on each execution has
   * a process of its own.
   */
  isContaminated(workload: Workload): Promise<boolean>
  /** Settles when no process is left. */
  close(): Promise<void>
}

/**
 * Executes one at a time. Executions that are not recorded share a worker, a fork of the process that has loaded the subject, so many of
 * them; each recorded one has its own. A worker that dies is an end (`crashed`), and so is one that takes no step (`out-of-control`).
 * Rejects with `BAD_SCENARIO_FILE` where the file is at fault, with `WORKER_DIED` where Python itself is gone.
 */
export const createPythonRuntime = async (options: PythonRuntimeOptions): Promise<PythonRuntime> => {
  const { python, file, traced = [], watchdogMs, without = [] } = options
  const process = startPython(python)
  const loaded = await load(process, { type: 'load', file, traced, without, watchdogMs })
  const workloads = new WeakMap<Body, Workload>()
  let inWorker = 0
  let isSpent = false
  let isolated = false
  let last: Promise<unknown> = Promise.resolve()

  const endWorker = async (): Promise<void> => {
    if (inWorker > 0) await process.ask({ type: 'end' })
    inWorker = 0
    isSpent = false
  }
  const executeMany = async (request: Run): Promise<readonly Execution[]> => {
    const isAlone = request.record || isolated
    if (isAlone || isSpent || inWorker >= RECYCLE) await endWorker()
    const policies = request.policies.slice(0, isAlone ? 1 : RECYCLE - inWorker)
    const reply = await process.ask({ ...request, policies })
    if (reply.type === 'died' || reply.type === 'hung') {
      inWorker = 0
      isSpent = false
      return policies.length === 1 ? [endedEarly(reply, { process, model: loaded.model })] : oneByOne({ ...request, policies })
    }
    if (reply.type !== 'ran') throw unexpected(reply)
    inWorker += reply.executions.length
    isSpent = isAlone || !reply.clean
    return reply.executions.map(inObjects)
  }
  /** One of them took the worker with it: which one shows where each is asked for alone. */
  const oneByOne = async (request: Run): Promise<readonly Execution[]> => {
    const executions: Execution[] = []
    for (const policy of request.policies) {
      const execution = await execute({ ...request, policies: [policy] })
      executions.push(execution)
      if (execution.end.kind !== 'completed') break
    }
    return executions
  }
  const execute = async (request: Run): Promise<Execution> => (await executeMany(request))[0] as Execution
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
    execute: (body, settings) => inTurn(() => execute(requestOf(body, settings, [settings.policy]))),
    executeMany: (body, settings, policies) => inTurn(() => executeMany(requestOf(body, settings, policies))),
    setDispatcher: (spec) =>
      inTurn(async () => {
        await endWorker()
        await process.ask({ type: 'dispatcher', spec })
      }),
    isContaminated: (workload) =>
      inTurn(async () => {
        await endWorker()
        const [first, second] = [await execute(calmly(workload)), await execute(calmly(workload))]
        await endWorker()
        isolated = shownOf(first) !== shownOf(second)
        return isolated
      }),
    close: () => inTurn(process.close),
  }
}

type Run = Extract<PythonRequest, { type: 'run' }>

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

const inObjects = ({ answers, ...execution }: PythonExecution): Execution => ({
  ...execution,
  answers: answers.map(([kind, step, count, index]) => ({ kind, step, count, index })),
})

const unexpected = ({ type }: PythonReply): HarnessError => new HarnessError('INTERNAL', `Python answered with \`${type}\``)
