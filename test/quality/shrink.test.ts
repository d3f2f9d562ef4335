// How small shrinking makes a failure, against the true minimum that an exhaustive search finds: ordinary code on the real kernel.
import { afterAll, describe, expect, test } from 'vitest'
import { follow, isHold } from '../../harness/core/policy.js'
import type { Counterexample } from '../../harness/core/report.js'
import type { Verdict } from '../../harness/core/verdict.js'
import { type RaceBody, raceSubject } from '../../harness/hosts/race-subject.js'
import { createNodeRuntime } from '../../harness/runtimes/node/index.js'
import { installAll } from '../../harness/runtimes/node/intercept/index.js'
import { createExecutor } from '../../harness/search/executor.js'
import { type SearchSubject, search } from '../../harness/search/index.js'
import { createJudge, sameFailure } from '../../harness/search/verdicts.js'
import { pos, random } from '../../harness/strategies/index.js'
import '../support/run.js'
import { DATA_BUGS } from './shrink/bodies-data.js'
import { LOCK_BUGS } from './shrink/bodies-locks.js'
import { ORDER_BUGS } from './shrink/bodies-order.js'
import { TIME_BUGS } from './shrink/bodies-time.js'
import { trueMinimum } from './shrink/true-minimum.js'

installAll()
const runtime = createNodeRuntime()

const BUGS: Readonly<Record<string, RaceBody>> = { ...DATA_BUGS, ...ORDER_BUGS, ...LOCK_BUGS, ...TIME_BUGS }
const SEEDS = [0, 1, 2]
const BUDGET = { executions: 500 }

/** What is left of each finding, whichever seed of whichever strategy made it. */
const EXACTLY: Readonly<Record<string, string>> = {
  'lost update': 'ann|write|1 until bob|write|1',
  'check then act': 'ann|count done|1 until bob|count done|1',
  ABA: 'ann|swap|1 until bob|push|1',
  'stale cache': 'ann|fill|1 until bob|write|1',
  'torn read': 'ann|y|1 until bob|look closer|1',
  'late by sixteen': 'ann|write|1 until bob|read|16',
  'missed event': 'ann|subscribe|1 until bob|work more|1',
  'swapped answers': 'ann|answer a|1 until bob|answer b|1',
  'two in a row': 'bob|step|1 until ann|step|2, ann|step|3 until bob|step|2',
  'last of three': 'ann|run|1 until bob|run|1, bob|run|1 until cat|run|1',
  'lock order': 'ann|between|1 until bob|between|1',
  'missed wake-up': 'ann|before the wait|1 until bob|work more|1',
  'late answer': 'ann|delay delay a|1 is 40',
  'both slow': 'ann|delay delay x|1 is 50, bob|delay delay y|1 is 50',
  heartbeat: 'ann|delay pause|1 is 25',
  'fails calmly': '',
}

const textOf = ({ holds, deviations }: Counterexample): string =>
  [...holds, ...deviations]
    .map((change) => (isHold(change) ? `${change.hold} until ${change.until}` : `${change.at} is ${change.take}`))
    .join(', ')

/** Of random findings: per execution the rarest of these bugs shows in one of some thirty with one of the two strategies. */
const findings = async (subject: SearchSubject): Promise<Counterexample[]> => {
  const found: Counterexample[] = []
  for (const strategy of [random(), pos()]) {
    for (const seed of SEEDS) {
      const { counterexamples } = await search(subject, { runtime, strategy, seed, budget: BUDGET, canaryEvery: 0 })
      found.push(...counterexamples.slice(0, 1))
    }
  }
  return found
}

/** `most`: what is known to be enough. That many changes are looked for up to one less. */
const minimumOf = async (subject: SearchSubject, verdict: Verdict, most: number): Promise<number> => {
  const executor = createExecutor(subject, runtime)
  const judge = createJudge(subject.oracles)
  const work = executor.work({ callers: [], subjectSeed: 1 })
  const fails = (execution: Parameters<typeof judge.all>[0]) => sameFailure(verdict, judge.notPassing(execution)) !== undefined
  const less = await trueMinimum({ run: (changes) => executor.run(work, follow(changes), true), fails }, most - 1)
  return less ?? most
}

const rows: string[] = []
const ratios: number[] = []

describe('what is left after shrinking', () => {
  test.each(Object.keys(BUGS))('%s', async (name) => {
    const subject = raceSubject(name, BUGS[name] as RaceBody, { options: {}, seed: 0 })
    const found = await findings(subject)
    expect(found.length).toBeGreaterThanOrEqual(SEEDS.length)
    const left = found.map(({ holds, deviations }) => holds.length + deviations.length)
    const minima = new Map<string, number>()
    for (const { verdict } of found) {
      const kind = `${verdict.oracle} ${verdict.symptom}`
      const same = found.flatMap(({ verdicts }, i) => (sameFailure(verdict, verdicts) === undefined ? [] : [left[i] as number]))
      if (!minima.has(kind)) minima.set(kind, await minimumOf(subject, verdict, Math.min(...same)))
    }
    for (const [i, { verdict }] of found.entries()) {
      const minimum = minima.get(`${verdict.oracle} ${verdict.symptom}`) as number
      expect(left[i]).toBeLessThanOrEqual(1.5 * minimum)
      ratios.push(minimum === 0 ? 1 : (left[i] as number) / minimum)
    }
    if (Object.hasOwn(EXACTLY, name)) expect([...new Set(found.map(textOf))]).toEqual([EXACTLY[name]])
    const executions = found.reduce((sum, { shrink }) => sum + (shrink?.executions ?? 0), 0) / found.length
    rows.push(
      `${name.padEnd(24)} true minimum ${[...new Set(minima.values())].join(' or ')}, left ${left.join(' ')}, ${Math.round(executions)} executions`,
    )
  })

  test('over all findings the median is the true minimum itself', () => {
    const sorted = ratios.toSorted((a, b) => a - b)
    expect(Object.keys(BUGS).length).toBeGreaterThanOrEqual(30)
    expect(sorted[Math.floor(sorted.length / 2)]).toBe(1)
  })
})

afterAll(() => console.log(rows.join('\n')))
