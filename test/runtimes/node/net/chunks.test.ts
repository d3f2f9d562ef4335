// Cuts and merges: where a read may end, and that the bytes are the same whatever is chosen.
import { once } from 'node:events'
import net from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Deviation, follow } from '../../../../harness/core/policy.js'
import { cutsOf, MAX_CUTS, namesOf, sizeOf } from '../../../../harness/runtimes/node/intercept/net/chunks.js'
import { randomWalk, run } from '../../../support/run.js'

const optionsOf = (ready: number, first: number, inside = true): Record<string, number> => {
  const cuts = cutsOf({ ready, first }, inside)
  return Object.fromEntries(namesOf(cuts).map((name, option) => [name, sizeOf({ ready, first }, cuts, option)]))
}

test('the ways to read what has arrived', () => {
  expect(optionsOf(1, 1)).toEqual({ all: 1 })
  expect(optionsOf(2, 2)).toEqual({ all: 2, '1 byte': 1 })
  expect(optionsOf(2, 1)).toEqual({ all: 2, 'first write': 1 })
  expect(optionsOf(3, 3)).toEqual({ all: 3, '1 byte': 1, 'all but 1 byte': 2 })
  expect(optionsOf(9, 5)).toEqual({ all: 9, 'first write': 5, '1 byte': 1, half: 4, 'all but 1 byte': 8 })
  expect(optionsOf(9, 5, false)).toEqual({ all: 9, 'first write': 5 })
})

test('no two options mean the same, [0] is all, and each reads something', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.boolean(), (ready, first, inside) => {
      const sizes = Object.values(optionsOf(ready, Math.min(first, ready), inside))
      expect(sizes[0]).toBe(ready)
      expect(new Set(sizes).size).toBe(sizes.length)
      expect(Math.min(...sizes)).toBeGreaterThan(0)
      expect(Math.max(...sizes)).toBe(ready)
    }),
  )
})

/** The sizes of the reads of a server to which `writes` are sent in one tick. */
const readsOf = (writes: readonly string[], reads: string[]) => async () => {
  const server = net.createServer((socket) => void socket.on('data', (data) => reads.push(String(data)))).listen('/x.sock')
  await once(server, 'listening')
  const client = net.connect('/x.sock')
  await once(client, 'connect')
  for (const text of writes) client.write(text)
  client.end().resume()
  await once(client, 'close')
  server.close()
}

test('by default what was written together is read together; each write can be cut at most so often', async () => {
  const calm: string[] = []
  await run(readsOf(['one', 'two', 'three'], calm))
  expect(calm).toEqual(['onetwothree'])
  const seen = new Set<string>()
  for (let seed = 0; seed < 100; seed++) {
    const reads: string[] = []
    const { end } = await run(readsOf(['one', 'two', 'three'], reads), randomWalk(seed))
    expect([end.kind, reads.join('')]).toEqual(['completed', 'onetwothree'])
    expect(reads.length).toBeLessThanOrEqual(3 * (MAX_CUTS + 1))
    seen.add(reads.join('|'))
  }
  // Half of the reads are cut; 100 schedules of at least two reads show more than a dozen ways (32 at the time of writing).
  expect(seen.size).toBeGreaterThan(12)
})

test('a cut is replayed by its key, which holds no counter of the process', async () => {
  const { answers, steps } = await run(readsOf(['one', 'two'], []), undefined, { record: true })
  const data = steps.map(({ key }) => key).filter((key) => key.includes('net.data'))
  expect(data[0]).toBe('main/2|net.data x.sock main/2 c2s|1')
  expect(answers.map(({ kind }) => kind)).toContain('chunk')
  const at = 'main|chunk net.read x.sock main/2 c2s|1'
  const cut: Deviation = { at, nth: 1, step: -1, take: 'first write', index: 1 }
  const reads: string[] = []
  const { unmet } = await run(readsOf(['one', 'two'], reads), follow([cut]))
  expect([reads, unmet]).toEqual([['one', 'two'], []])
})

test('bytes arrive whole and in order, whatever is written and however it is cut', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(), async (writes, seed) => {
      let text = ''
      const { end } = await run(async () => {
        const server = net.createServer((socket) => void socket.setEncoding('utf8').on('data', (data) => (text += data)))
        server.listen(0)
        await once(server, 'listening')
        const client = net.connect((server.address() as net.AddressInfo).port)
        for (const [i, write] of writes.entries()) {
          client.write(write)
          if (i % 3 === 2) await new Promise((resolve) => setImmediate(resolve))
        }
        client.end().resume()
        await once(client, 'close')
        server.close()
      }, randomWalk(seed))
      expect([end.kind, text]).toEqual(['completed', writes.join('')])
    }),
    { numRuns: 100, seed: 1 },
  )
})
