// Replay and confirmation: a finding can be had again, or it is no finding.
import { describe, expect, test } from 'vitest'
import { HarnessError } from '../../harness/core/errors.js'
import { DEFAULT_MODEL } from '../../harness/core/limits.js'
import { type Deviation, follow, isHold } from '../../harness/core/policy.js'
import type { Counterexample } from '../../harness/core/report.js'
import { decodeToken, encodeToken, replay, type SearchSubject, search, type TokenContent } from '../../harness/search/index.js'
import { pct, portfolio, random } from '../../harness/strategies/index.js'
import { createToyRuntime } from '../strategies/toy-runtime.js'
import { drawnWorkloads, ownSlot, slowReader } from './toy-subjects.js'

const runtime = createToyRuntime()

const find = async (subject: SearchSubject, seed = 1): Promise<Counterexample> => {
  const { counterexamples } = await search(subject, { runtime, strategy: portfolio(), seed, budget: { executions: 5000 } })
  return counterexamples[0] as Counterexample
}

const replayed = (subject: SearchSubject, token: TokenContent) => replay(subject, token, { runtime })

describe('replay', () => {
  test('a token alone gives the same verdict and the same trace, for 50 seeds', async () => {
    for (let seed = 0; seed < 50; seed++) {
      const { token, verdict, execution } = await find(slowReader(6, drawnWorkloads()), seed)
      const result = await replayed(slowReader(6), decodeToken(token))
      expect(result).toMatchObject({ outcome: 'fails', verdict, followed: 'key', divergence: null })
      expect(result.execution.traceHash).toBe(execution.traceHash)
      expect(result.execution.history).toEqual(execution.history)
    }
  })

  test('a policy that was drawn replays as well as one of changes', async () => {
    for (const strategy of [random(), pct()]) {
      const report = await search(slowReader(6), { runtime, strategy, seed: 4, budget: { executions: 5000 }, shrinkAtMost: 0 })
      const token = decodeToken(report.counterexamples[0]?.token ?? '')
      expect(token.policy.pick).not.toBe('first')
      expect((await replayed(slowReader(6), token)).outcome).toBe('fails')
    }
  })

  test('the repaired subject passes now', async () => {
    const token = decodeToken((await find(slowReader(6))).token)
    // The same steps, but every operation keeps its own slot: the held task is there, and nothing is wrong.
    const repaired: SearchSubject = { ...slowReader(6), oracles: [] }
    expect(await replayed(repaired, token)).toMatchObject({ outcome: 'passes now', verdict: null, divergence: null })
  })

  test('a subject whose tasks have other names is a divergence that names the first change that does not fit', async () => {
    const token = decodeToken((await find(slowReader(6))).token)
    const [hold] = token.policy.deviations
    const renamed = {
      ...token,
      policy: follow([{ ...(hold as object), hold: 'ann|other|1' } as { hold: string; until: string }]),
    }
    const result = await replayed(ownSlot(6), renamed)
    expect(result).toMatchObject({ outcome: 'diverged', divergence: { found: 'no task ann|other|1' } })
    expect(result.divergence?.expected).toContain('ann|other|1 waits until')
  })

  const byDeviations = (): TokenContent => ({
    format: 1,
    id: 'slow-reader',
    runtime: 'toy',
    model: 'loop1.100.250.10.4',
    workload: slowReaderWorkload,
    policy: follow(
      Array.from({ length: 4 }, (_, i) => ({ at: 'ann|op|1', nth: i + 1, step: i, take: `bob|op|${i + 1}`, index: 1 })),
    ),
  })

  const slowReaderWorkload = {
    callers: ['ann', 'bob'].map((name, i) => ({ name, operations: [{ op: 'add', token: `TAG-${i + 1}`, input: null }] })),
    subjectSeed: 1,
  }

  test('deviations are followed by key, wherever they have moved', async () => {
    const token = byDeviations()
    const moved = token.policy.deviations.map((change) => ({ ...(change as Deviation), step: 77, index: 9 }))
    expect(await replayed(slowReader(4), { ...token, policy: follow(moved) })).toMatchObject({
      outcome: 'fails',
      followed: 'key',
    })
  })

  test('by step and index where the keys are no longer met, if that is allowed', async () => {
    const token = byDeviations()
    const renamed = token.policy.deviations.map((change) => ({ ...(change as Deviation), at: 'zoe|op|1' }))
    const policy = follow(renamed)
    expect(await replayed(slowReader(4), { ...token, policy })).toMatchObject({ outcome: 'fails', followed: 'step' })
    const strict = await replay(slowReader(4), { ...token, policy }, { runtime, bySteps: false })
    expect(strict).toMatchObject({ outcome: 'diverged', divergence: { expected: 'bob|op|1 in place of zoe|op|1, at step 0' } })
    expect(strict.divergence?.found).toBe('zoe|op|1 never ran, bob|op|1 ran as step 1, not both to choose between')
  })

  test('another runtime or model is a divergence unless it fails all the same', async () => {
    const token = decodeToken((await find(slowReader(6))).token)
    const passing: SearchSubject = { ...slowReader(6), oracles: [] }
    expect(await replayed(passing, { ...token, runtime: 'node' })).toMatchObject({
      outcome: 'diverged',
      divergence: { expected: 'runtime node' },
    })
    const slower: SearchSubject = { ...passing, model: { ...DEFAULT_MODEL, stepMs: 1 } }
    expect(await replayed(slower, token)).toMatchObject({
      outcome: 'diverged',
      divergence: { found: expect.stringContaining('loop1.') },
    })
    expect(await replayed(slowReader(6), { ...token, model: 'loop0' })).toMatchObject({ outcome: 'fails' })
  })

  test('what cannot be judged is no pass', async () => {
    const token = decodeToken((await find(slowReader(6))).token)
    expect(await replayed({ ...slowReader(6), limits: { steps: 1 } }, token)).toMatchObject({ outcome: 'diverged' })
  })

  test('tokens hold the changes that are left and draw hints where there are some', async () => {
    const drawn = decodeToken((await find(slowReader(6, drawnWorkloads()))).token)
    expect(drawn).toMatchObject({ id: 'slow-reader', variant: 'faulty', runtime: 'toy', drawn: { path: expect.any(String) } })
    expect(drawn.policy.deviations.every(isHold)).toBe(true)
    expect(decodeToken((await find(slowReader(6))).token).drawn).toBeUndefined()
    expect(decodeToken(encodeToken(drawn))).toEqual(drawn)
  })
})

describe('confirmation', () => {
  test('a failure that does not come again is a state that leaked, with no race claimed', async () => {
    let executions = 0
    const subject = ownSlot(1)
    // The subject counts its executions in its module and fails in the eighth: no schedule has anything to do with it.
    const counting: SearchSubject = {
      ...subject,
      bodyFor: (workload) => {
        const body = subject.bodyFor(workload)
        return (controls) => {
          const eighth = ++executions === 8
          return {
            ...(body(controls) as object),
            check: () => {
              if (eighth) throw new Error('the eighth')
            },
          }
        }
      },
    }
    const error = await search(counting, { runtime, strategy: random(), seed: 1 }).catch((reason) => reason)
    expect(error).toBeInstanceOf(HarnessError)
    expect(error.code).toBe('STATE_LEAKED_BETWEEN_EXECUTIONS')
  })

  const confirming = (outcome: 'fails' | 'passes now' | 'diverged') => {
    const tokens: string[] = []
    const report = search(slowReader(4), {
      runtime,
      strategy: portfolio(),
      seed: 1,
      confirmFresh: async (token) => {
        tokens.push(token)
        return outcome
      },
    })
    return { tokens, report }
  }

  test('a fresh process is asked once, with the token of the counterexample', async () => {
    const { tokens, report } = confirming('fails')
    expect(tokens.length).toBe(0)
    expect((await report).counterexamples[0]?.token).toBe(tokens[0])
    expect(tokens).toHaveLength(1)
  })

  test.each(['passes now', 'diverged'] as const)(
    'a fresh process in which it %s makes it a state that leaked',
    async (outcome) => {
      await expect(confirming(outcome).report).rejects.toThrow(/STATE_LEAKED_BETWEEN_EXECUTIONS.*fresh process/)
    },
  )
})
