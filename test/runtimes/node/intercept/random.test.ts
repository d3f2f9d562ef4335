// Chance inside an execution: seeded by the workload, one stream for each API, completions ordered by the schedule.
import crypto from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inside } from '../../../support/inside.js'
import { outcomes, randomWalk } from '../../../support/run.js'

const draw = async () => ({
  math: [Math.random(), Math.random()],
  bytes: crypto.randomBytes(7).toString('hex'),
  uuid: [crypto.randomUUID(), globalThis.crypto.randomUUID(), crypto.randomUUID({ disableEntropyCache: true })],
  int: [crypto.randomInt(10), crypto.randomInt(5, 7), crypto.randomInt(-3, 2 ** 47)],
  filled: [...crypto.randomFillSync(new Uint8Array(5))],
  part: [...crypto.randomFillSync(new Uint16Array(4), 1, 2)],
  buffer: [...new Uint8Array(crypto.randomFillSync(new ArrayBuffer(4) as never, 2) as ArrayBuffer)],
  values: [...globalThis.crypto.getRandomValues(new Uint32Array(2)), ...crypto.getRandomValues(new Uint8Array(3))],
  async: [
    (await promisify(crypto.randomBytes)(3)).toString('hex'),
    await new Promise((resolve) => crypto.randomInt(0, 1000, (_, n) => resolve(n))),
    [
      ...(await promisify(
        crypto.randomFill as (buffer: Uint8Array, done: (error: Error | null, buffer: Uint8Array) => void) => void,
      )(new Uint8Array(3))),
    ],
    await new Promise((resolve) => crypto.randomFill(new Uint8Array(6), 2, 3, (_, filled) => resolve([...filled]))),
  ],
})

test('one seed gives the same values in every execution and under every schedule, another seed gives others', async () => {
  const first = await inside(draw)
  expect(await inside(draw)).toEqual(first)
  expect(await inside(draw, randomWalk(5))).toEqual(first)
  const other = await inside(draw, randomWalk(0), { subjectSeed: 1 })
  for (const key of Object.keys(first) as (keyof typeof first)[]) expect(other[key]).not.toEqual(first[key])
})

test('values have the shape that Node gives them', async () => {
  const { math, uuid, int, part, buffer, async } = await inside(draw)
  for (const value of math) expect(value >= 0 && value < 1).toBe(true)
  for (const id of uuid) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(uuid).size).toBe(3)
  expect(int[0]).toBeLessThan(10)
  expect([5, 6]).toContain(int[1])
  expect(part.map((value) => value !== 0)).toEqual([false, true, true, false])
  expect(buffer.slice(0, 2)).toEqual([0, 0])
  expect((async[3] as number[]).map((value) => value !== 0)).toEqual([false, false, true, true, true, false])
})

test('the streams of Math and crypto do not shift each other', async () => {
  const math = () => inside(() => [Math.random(), Math.random()])
  const mixed = () =>
    inside(() => {
      const first = Math.random()
      crypto.randomBytes(1000)
      return [first, Math.random()]
    })
  expect(await mixed()).toEqual(await math())
})

test('Math.random is uniform enough: each tenth gets its share', async () => {
  const tenths = await inside(() => {
    const counts = new Array<number>(10).fill(0)
    for (let i = 0; i < 10_000; i++) {
      const tenth = Math.floor(Math.random() * 10)
      counts[tenth] = (counts[tenth] ?? 0) + 1
    }
    return counts
  })
  // 1,000 each with a standard deviation of 30; the seed is fixed.
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150)
})

test('asynchronous forms are operations of the pool, which the schedule orders; their data stay the same', async () => {
  const found = new Set<string>()
  const counts = await outcomes(200, (say) => async () => {
    const order: string[] = []
    const get = (name: string) =>
      new Promise<string>((resolve) => {
        crypto.randomBytes(2, (_, bytes) => {
          order.push(name)
          resolve(bytes.toString('hex'))
        })
      })
    found.add((await Promise.all([get('a'), get('b')])).join())
    say(order.join())
  })
  expect(Object.keys(counts).sort()).toEqual(['a,b', 'b,a'])
  expect(found.size).toBe(1)
})

test('wrong arguments are refused as Node refuses them', async () => {
  const wrong: (() => unknown)[] = [
    () => crypto.randomBytes(-1),
    () => crypto.randomBytes('x' as never),
    () => crypto.randomBytes(1, 'callback' as never),
    () => crypto.randomInt(5, 5),
    () => crypto.randomInt(0.5),
    () => crypto.randomInt(0, 2 ** 49),
    () => crypto.randomUUID('x' as never),
    () => crypto.randomFillSync('x' as never),
    () => crypto.randomFillSync(new Uint8Array(2), 3),
    () => crypto.randomFill(new Uint8Array(2), 0, 3, () => {}),
    () => crypto.randomFill(new Uint8Array(2), undefined as never),
    () => globalThis.crypto.getRandomValues(new Float32Array(1) as never),
    () => globalThis.crypto.getRandomValues(new Uint8Array(65537)),
  ]
  const tell = () =>
    wrong.map((work) => {
      try {
        return work()
      } catch (error) {
        return `${(error as Error).name} ${(error as { code: string }).code}`
      }
    })
  const onNode = tell()
  for (const said of onNode) expect(said).toMatch(/Error/)
  expect(await inside(tell)).toEqual(onNode)
})

test('an empty fill calls back at once, as Node does', async () => {
  const order = await inside(() => {
    const events: string[] = []
    crypto.randomFill(new Uint8Array(0), () => events.push('called back'))
    events.push('returned')
    return events
  })
  expect(order).toEqual(['called back', 'returned'])
})

const { randomUUIDv7 } = crypto as { randomUUIDv7?: () => string }

test.skipIf(randomUUIDv7 === undefined)('a version 7 UUID begins with virtual time, where Node has it', async () => {
  const make = () => inside(() => (crypto as unknown as { randomUUIDv7: () => string }).randomUUIDv7())
  const id = await make()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(1_700_000_000_000)
  expect(await make()).toBe(id)
})
