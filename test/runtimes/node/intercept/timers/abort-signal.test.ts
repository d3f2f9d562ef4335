// AbortSignal.timeout on virtual time.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inside } from '../../../../support/inside.js'
import { kernel, run } from '../../../../support/run.js'

test('a signal aborts when its virtual time has come, with the reason that Node gives', async () => {
  const seen = await inside(async () => {
    const signal = AbortSignal.timeout(30_000)
    await sleep(29_999)
    const before = signal.aborted
    await sleep(2)
    const { reason } = signal
    return { before, after: signal.aborted, name: reason.name, message: reason.message, isDom: reason instanceof DOMException }
  })
  expect(seen).toEqual({
    before: false,
    after: true,
    name: 'TimeoutError',
    message: 'The operation was aborted due to timeout',
    isDom: true,
  })
})

test('AbortSignal.any follows it', async () => {
  const seen = await inside(async () => {
    const any = AbortSignal.any([new AbortController().signal, AbortSignal.timeout(1000)])
    const keep = sleep(2000)
    const at = await new Promise((resolve) => any.addEventListener('abort', () => resolve(Math.floor(kernel().nowMs))))
    await keep
    return [at, any.reason.name]
  })
  expect(seen).toEqual([1000, 'TimeoutError'])
})

test('its timer is not referenced: alone it keeps nobody alive', async () => {
  const { end } = await run(() => new Promise((resolve) => AbortSignal.timeout(5).addEventListener('abort', resolve)))
  expect(end.kind).toBe('stuck')
})

test('wrong delays are refused as Node refuses them', async () => {
  const tell = () =>
    [-1, 0.5, '5', 2 ** 32].map((delay) => {
      try {
        return AbortSignal.timeout(delay as number)
      } catch (error) {
        return (error as { code: string }).code
      }
    })
  const onNode = tell()
  expect(onNode).toEqual(['ERR_OUT_OF_RANGE', 'ERR_OUT_OF_RANGE', 'ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE'])
  expect(await inside(tell)).toEqual(onNode)
})
