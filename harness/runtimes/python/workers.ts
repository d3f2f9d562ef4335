// The workers behind a fork server, one after the other: when one has done enough, and what becomes of those that die.
import { HarnessError } from '../../core/errors.js'
import type { Execution } from '../../core/execution.js'
import { endedEarly } from './ended-early.js'
import type { PythonExecution, PythonRequest } from './messages.js'
import type { Answers, PythonProcess } from './python-process.js'

/** Executions until a fresh worker takes over: by then it costs next to nothing. */
const RECYCLE = 50

export type Run = Extract<PythonRequest, { type: 'run' }>

/** One request at a time. */
export interface Workers {
  /** Under the first policies, at least one, in their order, up to the first that does not complete. */
  executeMany(request: Run): Promise<readonly Execution[]>
  /** Under the first policy. */
  execute(request: Run): Promise<Execution>
  /** The next execution begins where the subject was just loaded. */
  end(): Promise<void>
  /** From now on each execution does. */
  isolate(): void
}

export interface WorkersOptions {
  readonly process: PythonProcess
  readonly model: string
  /** What tools that are functions answer. */
  readonly answers: Answers
}

export const createWorkers = ({ process, model, answers }: WorkersOptions): Workers => {
  let executed = 0
  let isSpent = false
  let isolated = false
  const forget = (): void => {
    executed = 0
    isSpent = false
  }
  const end = async (): Promise<void> => {
    if (executed > 0) await process.ask({ type: 'end' })
    forget()
  }
  const executeMany = async (request: Run): Promise<readonly Execution[]> => {
    const isAlone = request.record || isolated
    if (isAlone || isSpent || executed >= RECYCLE) await end()
    const policies = request.policies.slice(0, isAlone ? 1 : RECYCLE - executed)
    const reply = await process.ask({ ...request, policies }, answers)
    if (reply.type === 'died' || reply.type === 'hung') {
      forget()
      return policies.length === 1 ? [endedEarly(reply, { process, model })] : oneByOne({ ...request, policies })
    }
    if (reply.type === 'broken') {
      forget()
      throw new HarnessError('INTERNAL', `the driver of Python failed: ${reply.message}`)
    }
    if (reply.type !== 'ran') throw new HarnessError('INTERNAL', `Python answered with \`${reply.type}\``)
    executed += reply.executions.length
    // What ends otherwise has not closed what it holds.
    isSpent = isAlone || !reply.clean || reply.executions.at(-1)?.end.kind !== 'completed'
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
  return {
    executeMany,
    execute,
    end,
    isolate: () => {
      isolated = true
    },
  }
}

const inObjects = ({ answers, ...execution }: PythonExecution): Execution => ({
  ...execution,
  answers: answers.map(([kind, step, count, index]) => ({ kind, step, count, index })),
})
