// Outside of an execution the wrappers are what they replace: same faces, same behaviour, and all of it can be undone.
import { execFile } from 'node:child_process'
import crypto from 'node:crypto'
import timers, { setTimeout as namedSetTimeout } from 'node:timers'
import promises, { setTimeout as namedSleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { real } from '../../../../harness/runtimes/node/kernel/real.js'
import { inside } from '../../../support/inside.js'

const faceOf = (fn: object) => ({
  name: Reflect.get(fn, 'name'),
  length: Reflect.get(fn, 'length'),
  keys: Reflect.ownKeys(fn).filter((key) => key !== 'prototype' && key !== 'arguments' && key !== 'caller'),
})

test.each(['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'] as const)(
  '%s keeps name, length, own properties and descriptor',
  (name) => {
    expect(globalThis[name]).not.toBe(real[name])
    expect(timers[name]).toBe(globalThis[name])
    expect(faceOf(globalThis[name])).toEqual(faceOf(real[name]))
    const { value: _, ...attributes } = Object.getOwnPropertyDescriptor(globalThis, name) as PropertyDescriptor
    expect(attributes).toEqual({ writable: true, enumerable: true, configurable: true })
  },
)

test('util.promisify finds the promised forms', async () => {
  expect(promisify(setTimeout)).toBe(promises.setTimeout)
  expect(promisify(setImmediate)).toBe(promises.setImmediate)
  expect(await promisify(setTimeout)(1, 'value')).toBe('value')
  expect(await inside(() => promisify(setTimeout)(60_000, 'inside'))).toBe('inside')
})

test('named ES imports are the wrappers', async () => {
  expect(namedSetTimeout).toBe(globalThis.setTimeout)
  expect(namedSleep).toBe(promises.setTimeout)
  const hourMs = 3_600_000
  expect(await inside(() => new Promise((resolve) => namedSetTimeout(resolve, hourMs, 'at once')))).toBe('at once')
})

test('outside, timers are real ones', async () => {
  const timer = setTimeout(() => {}, 1)
  expect(Object.getPrototypeOf(timer)).toBe(Object.getPrototypeOf(real.setTimeout(() => {}, 1)))
  clearTimeout(timer)
  let shorter = false
  real.setTimeout(() => {
    shorter = true
  }, 1)
  await promises.setTimeout(20)
  expect(shorter).toBe(true)
})

test('outside, clocks and chance are real', () => {
  expect(Math.abs(Date.now() - real.dateNow())).toBeLessThan(1000)
  expect(Math.abs(performance.now() - real.performanceNow())).toBeLessThan(1000)
  expect(new Set(Array.from({ length: 20 }, () => Math.random())).size).toBe(20)
  expect(crypto.randomUUID()).not.toBe(crypto.randomUUID())
})

const fixture = (name: string): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    fileURLToPath(new URL(`../../../fixtures/intercept/${name}`, import.meta.url)),
  ])

test('imports that were bound before the installation see the wrappers; the undo puts every descriptor back', async () => {
  const { stdout } = await fixture('undo.ts')
  expect(JSON.parse(stdout)).toEqual({
    boundBefore: { setTimeout: true, sleep: true, randomBytes: true, hrtime: true },
    changedByUndo: [],
    changedByInstall: expect.arrayContaining([
      'global setTimeout',
      'global Date',
      'timers/promises setTimeout',
      'crypto randomBytes',
    ]),
    sameUndo: true,
    boundAfter: { setTimeout: false, sleep: false, randomBytes: false, hrtime: false },
  })
})

test('a second copy in one process is refused by name', async () => {
  const { stdout } = await fixture('two-copies.ts')
  expect(stdout.trim()).toBe('TWO_KERNELS')
})
