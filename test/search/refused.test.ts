// What a search refuses to say: vacuous passes, subjects that remember, modules that are loaded for ever.
import { describe, expect, test } from 'vitest'
import { HarnessError } from '../../harness/core/errors.js'
import type { Runtime } from '../../harness/core/runtime.js'
import { fixedWorkload, type SearchSubject, search } from '../../harness/search/index.js'
import { toy } from '../strategies/toy-runtime.js'
import { options, watched } from './toy-search.js'
import { ownSlot, workloadOf } from './toy-subjects.js'

describe('what is refused', () => {
  const vacuous = async (subject: Partial<SearchSubject>): Promise<unknown> => {
    const report = await search({ ...ownSlot(1), ...subject }, options({ budget: { executions: 50 } }))
    expect(report.outcome).toBe('unknown')
    expect(report.unknowns).toHaveLength(1)
    return report.unknowns[0]?.verdict.symptom
  }

  test('a pass without operations, without overlap, without choices or without executions is unknown, by name', async () => {
    expect(await vacuous({ workloads: fixedWorkload(workloadOf(0, 0)) })).toBe('no-operation')
    expect(await vacuous({ workloads: fixedWorkload(workloadOf(1)) })).toBe('no-overlap')
    const silent = function* () {
      yield
      yield
    }
    const record =
      (subject: SearchSubject): SearchSubject['bodyFor'] =>
      (workload) =>
      (controls) => {
        const program = subject.bodyFor(workload)(controls) as { threads: object }
        return { ...program, threads: { ...program.threads, zoe: silent } }
      }
    expect(await vacuous({ bodyFor: record(ownSlot(1)), workloads: fixedWorkload(workloadOf(2)) })).toBe('no-overlap')
    const report = await search(ownSlot(1), options({ signal: AbortSignal.abort() }))
    expect(report).toMatchObject({ outcome: 'unknown', executions: 0, unknowns: [{ verdict: { symptom: 'no-execution' } }] })
  })

  test('where callers record nothing, two actors that took steps and one choice are enough', async () => {
    const step = function* () {
      yield
    }
    const silent: SearchSubject = {
      ...ownSlot(1),
      recordsOperations: false,
      bodyFor: () => toy(() => ({ threads: { ann: step, bob: step } })),
    }
    expect((await search(silent, options())).outcome).toBe('pass')
    expect((await search({ ...silent, recordsOperations: true }, options())).outcome).toBe('unknown')
    const alone: SearchSubject = { ...silent, bodyFor: () => toy(() => ({ threads: { ann: step } })) }
    expect((await search(alone, options())).unknowns[0]?.verdict.symptom).toBe('no-overlap')
  })

  test('unknown verdicts are counted by kind and keep the outcome from being a pass', async () => {
    const limited = await search({ ...ownSlot(2), limits: { steps: 3 } }, options({ budget: { executions: 100 } }))
    expect(limited).toMatchObject({ outcome: 'unknown', unknowns: [{ verdict: { symptom: 'limit' }, count: 100 }] })
  })

  test('a subject that remembers is no finding: the canary names the first step that differs', async () => {
    let executions = 0
    const remembering: SearchSubject = {
      ...ownSlot(1),
      bodyFor: () =>
        toy(() => {
          // Every fifth execution goes another way: the canary after the first one sees it sooner or later.
          const what = ++executions % 5 === 0 ? 'other' : 'same'
          const thread = function* () {
            yield
            yield { what }
          }
          return { threads: { ann: thread, bob: thread } }
        }),
    }
    const error = await search(remembering, options({ canaryEvery: 2 })).catch((reason) => reason)
    expect(error).toBeInstanceOf(HarnessError)
    expect(error).toMatchObject({ code: 'STATE_LEAKED_BETWEEN_EXECUTIONS', help: { remedy: expect.stringContaining('reset') } })
  })

  test('a reset before each execution makes such a subject well again', async () => {
    let seats = 1
    const forgetful: SearchSubject = {
      ...ownSlot(1),
      bodyFor: (workload) => {
        const body = ownSlot(1).bodyFor(workload)
        return (controls) => {
          const program = body(controls) as { threads: Record<string, () => Generator> }
          const extra = function* () {
            for (let i = 0; i < seats; i++) yield
          }
          seats++
          return { threads: { ...program.threads, zoe: extra } }
        }
      },
    }
    await expect(search(forgetful, options())).rejects.toThrow(/STATE_LEAKED/)
    const reset = () => {
      seats = 1
    }
    expect((await search({ ...forgetful, reset }, options())).outcome).toBe('pass')
  })

  test('what only a used subject does is no finding: no deadlock is claimed of one that its first execution used up', async () => {
    const waitsForEver = function* () {
      yield { until: () => false }
    }
    const subject = (isUsedUp: () => boolean): SearchSubject => ({
      ...ownSlot(1),
      bodyFor: (workload) => {
        const body = ownSlot(1).bodyFor(workload)
        return (controls) => (isUsedUp() ? { threads: { ann: waitsForEver } } : body(controls))
      },
    })
    let executions = 0
    await expect(
      search(
        subject(() => executions++ > 0),
        options(),
      ),
    ).rejects.toThrow(/STATE_LEAKED.*did not where the subject was just loaded/)
    const report = await search(
      subject(() => true),
      options(),
    )
    expect(report).toMatchObject({ outcome: 'fail', counterexamples: [{ execution: { end: { kind: 'deadlock' } } }] })
  })

  test('the canary can be switched off', async () => {
    const { runtime, executions } = watched()
    await search(ownSlot(1), options({ runtime, canaryEvery: 0, warmUp: false, budget: { executions: 20 } }))
    expect(executions).toHaveLength(20)
  })

  test('one execution is discarded, and the calmest one runs twice more after the first and once each thousand', async () => {
    const { runtime, executions } = watched()
    await search(ownSlot(1), options({ runtime, budget: { executions: 3000 } }))
    expect(executions).toHaveLength(3000 + 1 + 2 + 3)
  })

  test('an execution in which a module was loaded is run again; one that loads for ever is an error', async () => {
    const loading = (times: number): Runtime => {
      const { runtime } = watched()
      let loads = 0
      return {
        ...runtime,
        execute: (body, settings) =>
          loads++ < times
            ? Promise.reject(new HarnessError('IMPORT_INSIDE_EXECUTION', 'lazy.js'))
            : runtime.execute(body, settings),
      }
    }
    expect((await search(ownSlot(1), options({ runtime: loading(3) }))).outcome).toBe('pass')
    await expect(search(ownSlot(1), options({ runtime: loading(1000) }))).rejects.toThrow(/IMPORT_INSIDE_EXECUTION/)
  })

  test('what the runtime refuses ends the search', async () => {
    const refusing: Runtime = { name: 'toy', execute: () => Promise.reject(new HarnessError('REAL_IO_ESCAPED', 'zlib')) }
    await expect(search(ownSlot(1), options({ runtime: refusing }))).rejects.toThrow(/REAL_IO_ESCAPED/)
  })
})
