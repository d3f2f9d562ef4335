// How operations on files are named: stable while unrelated code changes, without numbers that the system gives.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Access } from '../../../harness/core/choice.js'
import type { Body } from '../../../harness/core/runtime.js'
import { kernel, randomWalk, run } from '../../support/run.js'

const keysOf = async (body: Body): Promise<string[]> => {
  const { steps, end } = await run(body, undefined, { record: true })
  expect(end).toMatchObject({ kind: 'completed' })
  return steps.map(({ key }) => key)
}

/** What each operation says that it touches. */
const accesses = async (body: Body): Promise<Record<string, Access | null>> => {
  const seen: Record<string, Access | null> = {}
  const { end } = await run(async (controls) => {
    const active = kernel()
    const { poolOperation } = active
    active.poolOperation = (what, access, ...rest) => {
      seen[what] = access
      poolOperation.call(active, what, access, ...rest)
    }
    await body(controls)
  })
  expect(end).toMatchObject({ kind: 'completed' })
  return seen
}

test('a key holds the path relative to the directory, whatever the number of the open file', async () => {
  const use = async (dir: string) => {
    const handle = await fsp.open(`${dir}/deep/f`, 'w')
    await handle.write('x')
    await handle.close()
  }
  const keys = await keysOf(async (controls) => {
    fs.mkdirSync(`${controls.dir()}/deep`)
    await use(controls.dir())
  })
  const names = ['fs.open deep/f', 'fs.write deep/f', 'fs.close deep/f'].flatMap((name) => [name, `${name} done`])
  expect(keys.map((key) => key.split('|')[1])).toEqual(names)
  const shifted = await keysOf(async (controls) => {
    const others = [1, 2, 3].map((n) => fs.openSync(`${controls.dir()}/${n}`, 'w'))
    fs.mkdirSync(`${controls.dir()}/deep`)
    await use(controls.dir())
    for (const fd of others) fs.closeSync(fd)
  })
  expect(shifted).toEqual(keys)
})

test("an operation that waits for a place in the pool is its own caller's, and was caused by the step that asked for it", async () => {
  const four = ['1', '2', '3', '4']
  for (let seed = 0; seed < 20; seed++) {
    const { steps } = await run(
      (controls) => {
        const all = (name: string) => Promise.all(four.map((n) => fsp.mkdir(`${controls.dir()}/${name}${n}`)))
        return Promise.all(['ann', 'bob'].map((name) => controls.as(name, () => all(name))))
      },
      randomWalk(seed),
      { record: true },
    )
    const expected = ['ann', 'bob'].flatMap((name) => four.map((n) => `${name}|fs.mkdir ${name}${n}|1`))
    const effects = steps.filter(({ key }) => !key.includes(' done'))
    expect(effects.map(({ key }) => key).sort()).toEqual(expected)
    expect(effects.map(({ cause }) => cause)).toEqual(effects.map(() => null))
  }
})

test('the two faces of fs share their names, callback and promise', async () => {
  const promised = await keysOf(async (controls) => {
    await fsp.writeFile(`${controls.dir()}/f`, 'x')
    await fsp.readFile(`${controls.dir()}/f`)
  })
  const called = await keysOf(
    (controls) =>
      new Promise<void>((resolve) => {
        const file = `${controls.dir()}/f`
        fs.writeFile(file, 'x', () => fs.readFile(file, () => resolve()))
      }),
  )
  expect(called).toEqual(promised)
  expect(promised.map((key) => key.split('|')[1]?.replace(' f', ''))).toEqual(
    ['open', 'write', 'close', 'open', 'stat', 'read', 'close'].flatMap((verb) => [`fs.${verb}`, `fs.${verb} done`]),
  )
})

test('a made-up name shows as its template, in every directory below it', async () => {
  const keys = await keysOf(async (controls) => {
    const first = await fsp.mkdtemp(`${controls.dir()}/a-`)
    const second = await fsp.mkdtemp(`${os.tmpdir()}/b-`)
    await fsp.writeFile(`${first}/f`, '')
    await fsp.unlink(`${first}/f`)
    await fsp.rmdir(second)
  })
  const names = keys.map((key) => key.split('|')[1]).filter((name) => !name?.endsWith('done'))
  expect(names).toEqual(
    ['mkdtemp a-', 'mkdtemp tmp/b-', 'open a-XXXXXX/f', 'close a-XXXXXX/f', 'unlink a-XXXXXX/f', 'rmdir tmp/b-XXXXXX'].map(
      (name) => `fs.${name}`,
    ),
  )
})

test('what lies elsewhere is named by its last part', async () => {
  const keys = await keysOf(() => fsp.stat(process.execPath))
  expect(keys[0]).toMatch(/^main\/1\|fs\.stat node\|1$/)
})

test('operations on one file clash, reads among themselves do not, what touches a list clashes with all', async () => {
  const seen = await accesses(async (controls) => {
    const dir = controls.dir()
    await fsp.writeFile(`${dir}/f`, 'x')
    await fsp.stat(`${dir}/f`)
    await fsp.rename(`${dir}/f`, `${dir}/g`)
    await fsp.readdir(dir)
    await fsp.unlink(`${dir}/g`)
    await fsp.stat(process.execPath)
  })
  expect(seen).toMatchObject({
    'fs.open f': { on: 'f', write: true },
    'fs.write f': { on: 'f', write: true },
    'fs.close f': { on: 'f', write: false },
    'fs.stat f': { on: 'f', write: false },
    'fs.rename g': null,
    'fs.readdir .': null,
    'fs.unlink g': { on: 'g', write: true },
    'fs.stat node': { on: process.execPath, write: false },
  })
})

test('an open file that is renamed clashes under its new name and keeps its key', async () => {
  const seen = await accesses(async (controls) => {
    const handle = await fsp.open(`${controls.dir()}/old`, 'w')
    await fsp.rename(`${controls.dir()}/old`, `${controls.dir()}/new`)
    await handle.write('x')
    await handle.close()
  })
  expect(seen['fs.write old']).toEqual({ on: 'new', write: true })
})

test('a number that a package makes up for a temporary name is no part of a key, short ones and those with zeros are', async () => {
  const keys = async (number: string) =>
    keysOf(async (controls) => {
      await fsp.writeFile(`${controls.dir()}/notes.md.${number}`, 'x')
      await fsp.rename(`${controls.dir()}/notes.md.${number}`, `${controls.dir()}/notes-2.md`)
    })
  const some = await keys('3123963862')
  expect(some).toEqual(await keys('181999356'))
  expect(some).toEqual(await keys('9f2c1d4e5b6a79880a1b2c3d4e5f6071'))
  expect(some).toContainEqual(expect.stringContaining('fs.open notes.md.XXXXXX'))
  for (const number of ['17', '000017']) {
    expect(await keys(number)).toContainEqual(expect.stringContaining(`fs.open notes.md.${number}|`))
  }
})

test('a path is followed by the same steps on each machine, wherever the directory lies', async () => {
  const keys = await keysOf(async (controls) => {
    fs.writeFileSync(`${controls.dir()}/f`, '')
    await promisify(fs.realpath)(`${controls.dir()}/f`)
  })
  const asked = keys.map((key) => key.split('|')[1]).filter((name) => name?.endsWith(' done') === false)
  expect(asked).toEqual(['fs.lstat ..', 'fs.lstat .', 'fs.lstat f'])
})
