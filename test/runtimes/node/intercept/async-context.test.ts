// The subject's own AsyncLocalStorage reaches every callback, as it does on real Node.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inside } from '../../../support/inside.js'
import { randomWalk } from '../../../support/run.js'

const context = new AsyncLocalStorage<string>()

/** What the storage holds in each kind of callback, when each was started under its own name. */
const seen = async (): Promise<Record<string, string | undefined>> => {
  const found: Record<string, string | undefined> = {}
  const look = (name: string) => {
    found[name] = context.getStore()
  }
  const callback = (name: string, start: (done: () => void) => void) =>
    context.run(name, () => new Promise<void>((resolve) => start(() => resolve(look(name)))))
  const { port1, port2 } = context.run('port', () => new MessageChannel())
  await Promise.all([
    callback('timeout', (done) => setTimeout(done, 5)),
    callback('timeout with arguments', (done) => setTimeout((_: string) => done(), 5, 'argument')),
    callback('interval', (done) => {
      const interval = setInterval(() => {
        clearInterval(interval)
        done()
      }, 7)
    }),
    callback('second interval', (done) => {
      let n = 0
      const interval = setInterval(() => {
        if (++n < 2) return
        clearInterval(interval)
        done()
      }, 7)
    }),
    callback('immediate', (done) => setImmediate(done)),
    callback('sleep', (done) => void sleep(3).then(done)),
    callback('next turn', (done) => void nextTurn().then(done)),
    callback('random', (done) => randomBytes(4, done)),
    callback('abort', (done) => AbortSignal.timeout(4).addEventListener('abort', done)),
    callback('port', (done) => {
      port1.on('message', () => {
        port1.close()
        done()
      })
      context.run('elsewhere', () => port2.postMessage('x'))
    }),
    callback('refresh', (done) => {
      const timer = setTimeout(done, 5)
      context.run('elsewhere', () => timer.refresh())
    }),
    callback('refresh after firing', (done) => {
      let n = 0
      const timer = context.run('creator', () => setTimeout(() => n++ > 0 && done(), 1))
      setTimeout(() => timer.refresh(), 5)
    }),
    // Keeps real Node alive until the unreferenced signal has fired.
    callback('end', (done) => setTimeout(done, 20)),
  ])
  return found
}

test('each callback sees the storage of the code that started it, as on real Node', async () => {
  const onNode = await seen()
  expect(onNode).toMatchObject({ timeout: 'timeout', interval: 'interval', 'second interval': 'second interval', port: 'port' })
  expect(await inside(seen)).toEqual(onNode)
  for (let seed = 0; seed < 20; seed++) expect(await inside(seen, randomWalk(seed))).toEqual(onNode)
})

test('a storage that is entered inside a callback does not leak into the next one', async () => {
  const stores = await inside(
    () =>
      new Promise((resolve) => {
        const found: (string | undefined)[] = []
        const enter = () => {
          found.push(context.getStore())
          context.enterWith('entered')
        }
        setTimeout(enter, 1)
        setTimeout(enter, 1)
        setTimeout(() => resolve(found), 2)
      }),
  )
  expect(stores).toEqual([undefined, undefined])
})
