// What stays as it was around the files: functions as Node shows them, async contexts, and modules that are loaded meanwhile.
import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import fsp, { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { randomWalk, run } from '../../support/run.js'

const require = createRequire(import.meta.url)
const nativeImport: (specifier: string) => Promise<{ value: number }> = require('../../fixtures/files/modules/load.cjs').load
const fixture = (name: string) => new URL(`../../fixtures/files/modules/${name}`, import.meta.url).href

test('functions keep name, length and own properties', () => {
  for (const [name, length] of Object.entries({ readFile: 3, writeFile: 4, opendir: 3, cp: 4, stat: 1, watch: 3 })) {
    const { [name as 'stat']: found } = fs
    expect(found.name).toBe(name)
    if (name !== 'stat') expect(found.length).toBe(length)
  }
  expect(Object.getOwnPropertySymbols(fs.exists)).toContain(promisify.custom)
  expect(require('node:fs')).toBe(fs)
  expect(readFile).toBe(fsp.readFile)
})

test('a callback runs in the context of its call, and as its actor', async () => {
  const context = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const { steps } = await run(
    async (controls) => {
      const file = `${controls.dir()}/f`
      const both = ['ann', 'bob'].map(
        (name) =>
          new Promise<void>((resolve) => {
            const write = () =>
              fs.writeFile(file, name, () => {
                seen.push(context.getStore())
                resolve()
              })
            controls.as(name, () => context.run(name, write))
          }),
      )
      await Promise.all(both)
    },
    randomWalk(3),
    { record: true },
  )
  expect(seen.sort()).toEqual(['ann', 'bob'])
  expect(new Set(steps.map(({ actor }) => actor))).toEqual(new Set(['ann', 'bob']))
  expect(steps).toHaveLength(12)
})

test('what a callback throws is an error of the subject', async () => {
  const { end, leftovers } = await run(
    (controls) =>
      new Promise<void>((resolve) => {
        fs.stat(controls.dir(), () => {
          setImmediate(resolve)
          throw new TypeError('in the callback')
        })
      }),
  )
  expect([end.message, ...leftovers.map(({ what }) => what)].join()).toContain('TypeError: in the callback')
})

test('between two executions all is real', async () => {
  await run((controls) => fsp.writeFile(`${controls.dir()}/f`, ''))
  const real = await fsp.stat(process.execPath)
  expect(real.ino).toBe(fs.statSync(process.execPath).ino)
  await expect(fsp.readFile('/none')).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open', path: '/none' })
})

describe('a module that is loaded inside an execution', () => {
  test('takes no step, so that later executions have the same ones', async () => {
    const stepsOf = async () => {
      const { steps, end } = await run(
        async (controls) => {
          const load = async () => expect((await nativeImport(fixture('fresh-1.mjs'))).value).toBe(1)
          const write = () => fsp.writeFile(`${controls.dir()}/f`, 'x')
          await Promise.all([controls.as('ann', load), controls.as('bob', write)])
        },
        randomWalk(1),
        { record: true },
      )
      expect(end).toMatchObject({ kind: 'completed' })
      return steps.map(({ key }) => key)
    }
    const first = await stepsOf()
    expect(first).toHaveLength(6)
    expect(await stepsOf()).toEqual(first)
  })

  test('may be asked for by several at once, and required', async () => {
    const { end, stats } = await run(async () => {
      const [one, two] = await Promise.all([nativeImport(fixture('fresh-2.mjs')), nativeImport(fixture('fresh-2.mjs'))])
      expect(one).toBe(two)
      expect(require('../../fixtures/files/modules/fresh-3.cjs').value).toBe(3)
    })
    expect(end).toMatchObject({ kind: 'completed' })
    expect(stats.steps).toBe(0)
  })

  test('a missing one is the error that it always is', async () => {
    const { end } = await run(() => nativeImport(fixture('none.mjs')))
    expect(end).toMatchObject({ kind: 'threw', error: { name: 'Error' } })
    expect(end.message).toContain('none.mjs')
  })
})
