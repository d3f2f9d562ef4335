// Explanations of small bodies: the lines that they name, what proves them, and what they never say.
import '../../../harness/register.js'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { timeline } from '../../../harness/reporters/timeline.js'
import { ROOT } from '../../support/crosswire.js'
import * as bodies from './bodies.js'
import { type Body, explained, linesWith, pairLines, passesAgain, subjectOf } from './explained.js'
import { createMutex } from './mutex.js'

const FILE = join(ROOT, 'test/search/explain/bodies.ts')
const MUTEX = join(ROOT, 'test/search/explain/mutex.ts')
const all = Object.entries(bodies) as [string, Body][]

describe('the two steps whose order decides', () => {
  test.each(all)('%s: go on at the lines that are marked, and an execution that passes proves it', async (name, body) => {
    const subject = subjectOf(name, body)
    const counterexample = await explained(subject)
    const { explanation, execution } = counterexample
    expect(pairLines(counterexample)).toEqual(linesWith(FILE, `pair: ${name}`))
    expect(explanation?.sentence).toMatch(/all would have been well \(checked\)\.$/)
    expect(await passesAgain(subject, counterexample)).toBe(true)
    const [first, second] = explanation?.pair ?? []
    expect(execution.steps[first?.step ?? -1]?.key).toBe(first?.key)
    expect(first?.step).toBeLessThan(second?.step ?? -1)
  })

  // 19 bodies, two other seeds each: where a pair is told, it is of the subject's own file and proven, whatever was found first.
  test.each(all)('%s: never are they told without a proof, or of another file', async (name, body) => {
    const subject = subjectOf(name, body)
    for (const seed of [1, 2]) {
      const counterexample = await explained(subject, { seed })
      const { explanation, places = [] } = counterexample
      const files = places.map(({ file }) => file)
      const own = [FILE, MUTEX].map((file) => relative(process.cwd(), file))
      expect(files.filter((file) => !own.includes(file))).toEqual([])
      expect(files).not.toEqual([])
      if (explanation?.sentence !== null) expect(await passesAgain(subject, counterexample)).toBe(true)
    }
  })

  test('where one step brings the answers of two, it is told of whoever goes on in it in the passing execution as well', async () => {
    const { explanation } = await explained(subjectOf('restoredByEach', bodies.restoredByEach))
    expect(explanation?.pair?.map(({ actor, key }) => `${actor}: ${key}`)).toEqual([
      'ann: ann|note|1',
      'bob: main/1|timer 5 ms|1',
    ])
    expect(explanation?.sentence).toMatch(/^ann's note .* came before bob's timer 5 ms/)
  })

  test('where two fail in the same way, the order is told that both have in common: no single choice away is one that passes', async () => {
    const { explanation, nearestPassing } = await explained(subjectOf('endedTooEarly', bodies.endedTooEarly))
    expect(explanation?.decides).toBe('order')
    expect(explanation?.sentence).toMatch(
      /^cat's ends .* came before ann's is ready .*, and so it was once more\. Had each been the other way round/,
    )
    expect(nearestPassing?.changes).toHaveLength(2)
  })

  test('the same failure is explained in the same way', async () => {
    const subject = subjectOf('lostUpdate', bodies.lostUpdate)
    const [one, other] = [await explained(subject), await explained(subject)]
    expect(one.explanation).toEqual(other.explanation)
    expect(one.nearestPassing).toEqual(other.nearestPassing)
  })

  test('the passing execution goes the same way up to the first of the two', async () => {
    const { execution, nearestPassing, explanation } = await explained(subjectOf('checkThenAct', bodies.checkThenAct))
    const keys = (steps: typeof execution.steps): string[] => steps.map(({ key }) => key)
    const until = explanation?.pair?.[0].step ?? -1
    expect(until).toBeGreaterThan(0)
    expect(keys(nearestPassing?.execution.steps ?? []).slice(0, until)).toEqual(keys(execution.steps).slice(0, until))
    expect(nearestPassing?.execution.steps[until]?.key).not.toBe(execution.steps[until]?.key)
  })
})

describe('a subject whose lines were moved', () => {
  const artefacts = join(ROOT, 'test/artefacts')
  mkdirSync(artefacts, { recursive: true })
  const folder = mkdtempSync(join(artefacts, 'moved-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(['lostUpdate', 'lockOrder', 'lateTimer', 'fileUpdate'] as const)('%s: the lines follow', async (name) => {
    const file = join(folder, `${name}.ts`)
    const text = readFileSync(FILE, 'utf8').replaceAll("'./", "'../../search/explain/")
    writeFileSync(file, text.replaceAll('\n\n', '\n\n// One line more.\n\n'))
    const moved = (await import(/* @vite-ignore */ file)) as typeof bodies
    const counterexample = await explained(subjectOf(name, moved[name]))
    expect(pairLines(counterexample)).toEqual(linesWith(file, `pair: ${name}`))
    expect(linesWith(file, `pair: ${name}`)).not.toEqual(linesWith(FILE, `pair: ${name}`))
    expect(counterexample.places?.[0]?.file).toBe(relative(process.cwd(), file))
  })
})

describe('who waits', () => {
  const lock = (): string => `${relative(process.cwd(), MUTEX)}:${linesWith(MUTEX, 'waits')[0]}`
  const place = (tag: string): string => `${relative(process.cwd(), FILE)}:${linesWith(FILE, tag)[0]}`

  test('two that hold what the other wants wait for each other, at the line of the lock', async () => {
    const { waits } = await explained(subjectOf('lockOrder', bodies.lockOrder))
    const at = lock()
    expect(waits).toEqual([
      { actor: 'ann', waitsFor: 'bob', in: 'Object.lock', at },
      { actor: 'bob', waitsFor: 'ann', in: 'Object.lock', at },
    ])
  })

  test('one whom nobody will wake any more waits for nobody in particular', async () => {
    const { waits } = await explained(subjectOf('missedWakeup', bodies.missedWakeup))
    expect(waits).toEqual([{ actor: 'ann', waitsFor: null, in: 'consume', at: place('waits: missedWakeup') }])
  })

  test('in a circle of three nobody is told to wait for the wrong one, though not everybody is told for whom', async () => {
    const circle: Body = async ({ together, pause }) => {
      const [a, b, c] = [createMutex(), createMutex(), createMutex()]
      const take = async (one: typeof a, other: typeof a): Promise<void> => {
        await one.lock()
        await pause('between')
        await other.lock()
        other.unlock()
        one.unlock()
      }
      await together(
        () => take(a, b),
        () => pause('begin').then(() => take(b, c)),
        () => pause('begin').then(() => take(c, a)),
      )
    }
    const { waits } = await explained(subjectOf('circle', circle))
    const right: Readonly<Record<string, string>> = { ann: 'bob', bob: 'cat', cat: 'ann' }
    expect(waits?.map(({ actor }) => actor)).toEqual(['ann', 'bob', 'cat'])
    const told = waits?.filter(({ waitsFor }) => waitsFor !== null) ?? []
    expect(told.map(({ actor, waitsFor }) => [actor, waitsFor])).toEqual(told.map(({ actor }) => [actor, right[actor]]))
    expect(told).not.toEqual([])
  })
})

test('what was left open is told with the line that made it', async () => {
  const { execution } = await explained(subjectOf('leakedTimer', bodies.leakedTimer))
  const at = `${relative(process.cwd(), FILE)}:${linesWith(FILE, 'made: leakedTimer')[0]}`
  expect(execution.leftovers).toEqual([expect.objectContaining({ kind: 'timer', at })])
})

test('each step tells the line of the await at which it went on, and of the one at which it waited next', async () => {
  const SELF = join(ROOT, 'test/search/explain/explain.test.ts')
  const at = (mark: string): string => `${relative(process.cwd(), SELF)}:${linesWith(SELF, mark)[0]}`
  const twice: Body = async ({ together, pause }) => {
    let total = 0
    const add = async (): Promise<void> => {
      const before = total
      await pause('first') // waits: once
      total = before + 1
      await pause('second') // waits: again
    }
    await together(add, add) // waits: for both
    if (total !== 2) throw new Error('lost')
  }
  const { execution } = await explained(subjectOf('twice', twice))
  const told = execution.steps.map(({ key, resumed = [], suspended = [] }) => ({ key, resumed, suspended }))
  for (const caller of ['ann', 'bob']) {
    expect(told).toContainEqual({ key: `${caller}|first|1`, resumed: [at('waits: once')], suspended: [at('waits: again')] })
  }
  // With the last of them whoever waits for both goes on.
  expect(told.slice(-2).map(({ resumed }) => resumed)).toEqual([
    [at('waits: again')],
    [at('waits: again'), at('waits: for both')],
  ])
})

test('a failure of every schedule is told without a reason', async () => {
  const broken: Body = async ({ together, pause }) => {
    await together(pause, pause)
    throw new Error('always')
  }
  const { explanation, nearestPassing } = await explained(subjectOf('broken', broken))
  // There is one other order of two steps, however many ways there are to ask for it.
  expect(explanation).toMatchObject({ decides: 'nothing', tried: 1, pair: null, sentence: null })
  expect(nearestPassing).toBeUndefined()
})

test('a search that is told not to explain does not', async () => {
  const subject = subjectOf('lostUpdate', bodies.lostUpdate)
  const { explanation, execution } = await explained(subject, { explains: false })
  expect(explanation).toBeUndefined()
  expect(execution.steps.some(({ resumed }) => resumed !== undefined)).toBe(false)
})

test('what the subject printed is told in order, under whoever printed it, and goes where it would have gone', async () => {
  const chatty: Body = async ({ together, pause }) => {
    let stock = 1
    const take = async (name: string): Promise<void> => {
      await pause('look')
      process.stdout.write(`${name} sees ${stock}\n`)
      const before = stock
      await pause('take')
      stock = before - 1
      console.error(`${name} leaves`, stock)
    }
    await together(
      () => take('ann'),
      () => take('bob'),
    )
    if (stock !== -1) throw new Error(`stock is ${stock}`)
  }
  const [write, error] = [process.stdout.write, console.error]
  const { execution } = await explained(subjectOf('chatty', chatty))
  expect(execution.printed?.map(({ actor, stream, text }) => `${actor} ${stream}: ${text}`)).toEqual([
    'ann stdout: ann sees 1',
    'bob stdout: bob sees 1',
    'ann stderr: ann leaves 0',
    'bob stderr: bob leaves 0',
  ])
  expect(timeline(execution)).toContain('print "bob sees 1"')
  expect(timeline(execution)).toContain('print (stderr) "ann leaves 0"')
  expect([process.stdout.write, console.error]).toEqual([write, error])
})
