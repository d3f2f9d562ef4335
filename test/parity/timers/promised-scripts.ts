// Scripts over node:timers/promises. Every order in them is one that Node guarantees, however late the machine is.
import { setImmediate as nextTurn, scheduler, setTimeout as sleep, setInterval as ticks } from 'node:timers/promises'
import type { Script } from '../both.js'

export const promisedScripts: Readonly<Record<string, Script>> = {
  'promised timers settle in order, with their values': async (say) => {
    const each = [sleep(40, 'c'), sleep(1, 'a'), sleep(20, 'b'), nextTurn('now')]
    await Promise.all(each.map((promise) => promise.then(say)))
  },

  'an aborted timer takes the microtasks that it takes': async (say) => {
    const controller = new AbortController()
    const { signal } = controller
    const sleeping = sleep(50, 'x', { signal }).catch(() => say('aborted'))
    const turning = nextTurn('x', { signal }).catch(() => say('aborted immediate'))
    controller.abort()
    let hops = Promise.resolve()
    for (let i = 0; i < 16; i++) hops = hops.then(() => say(`hop ${i}`))
    await Promise.all([sleeping, turning, hops])
  },

  'an aborted ticker takes the microtasks that it takes': async (say) => {
    const controller = new AbortController()
    const ticker = ticks(50, 'x', { signal: controller.signal })
    const next = ticker.next().catch((error: Error) => say(error.name))
    controller.abort()
    let hops = Promise.resolve()
    for (let i = 0; i < 16; i++) hops = hops.then(() => say(`hop ${i}`))
    await Promise.all([next, hops])
    say(`${(await ticker.next()).done}`)
  },

  'a ticker loses no tick while its consumer is busy, and ends by return': async (say) => {
    let n = 0
    for await (const value of ticks(2, 'tick')) {
      say(`${value} ${++n}`)
      if (n === 1) await sleep(15)
      if (n === 5) break
    }
    say('end')
  },

  'a ticker that is never asked arms nothing; one that was aborted before throws': async (say) => {
    ticks(1, 'never')
    const ticker = ticks(1, 'x', { signal: AbortSignal.abort('before') })
    await ticker.next().catch((error: Error) => say(`${error.name} ${String(error.cause)}`))
    await ticks('1' as never)
      .next()
      .catch((error: { code?: string }) => say(`${error.code}`))
    await scheduler.wait(2).then(() => say('waited'))
    await scheduler.yield().then(() => say('yielded'))
    await scheduler.wait(20, { signal: AbortSignal.abort() }).catch((error: Error) => say(error.name))
  },

  'promised timers are aborted at once, late, and not at all': async (say) => {
    const tell = (error: Error & { code?: string }): void =>
      say(`${error.name} ${error.code} ${error.message} ${String(error.cause)}`)
    await sleep(5, 'x', { signal: AbortSignal.abort('before') }).then(say, tell)
    const controller = new AbortController()
    const waiting = sleep(50, 'x', { signal: controller.signal }).then(say, tell)
    const turn = nextTurn('y', { signal: controller.signal }).then(say, tell)
    controller.abort('during')
    await Promise.all([waiting, turn])
    controller.abort('again')
    // An unreferenced timer alone would end a bare process, and is the end of an execution.
    const keep = sleep(30)
    await sleep(1, 'z', { ref: false, signal: new AbortController().signal }).then(say, tell)
    await keep
  },

  'wrong arguments of promised timers are refused by name': async (say) => {
    const wrong = [
      sleep('1' as never),
      sleep(1, 1, 'options' as never),
      sleep(1, 1, { ref: 1 as never }),
      sleep(1, 1, { signal: {} as never }),
      nextTurn(1, { ref: 'x' as never }),
    ]
    for (const promise of wrong)
      await promise.then(
        () => say('taken'),
        (error: { code?: string }) => say(`${error.code}`),
      )
  },
}
