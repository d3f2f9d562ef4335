// Times and numbers of files: virtual, so that two executions cannot be told apart by them.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Controls } from '../../../harness/core/runtime.js'
import { kernel, randomWalk, run, sleep } from '../../support/run.js'

const check = async (body: (dir: string, startMs: number) => Promise<void>): Promise<void> => {
  const { end } = await run((controls: Controls) => body(controls.dir(), kernel().epochMs))
  expect(end).toMatchObject({ kind: 'completed', message: '' })
}

/** Whole milliseconds: each step costs a fraction of one. */
const age = (ms: number, startMs: number): number => Math.floor(ms - startMs)

test('a file is as old as its last write in virtual time, in every form of stat', () =>
  check(async (dir, startMs) => {
    const file = `${dir}/f`
    await sleep(1000)
    await fsp.writeFile(file, 'x')
    await sleep(500)
    fs.appendFileSync(file, 'y')
    await sleep(500)
    const handle = await fsp.open(file)
    const all = [await fsp.stat(file), fs.statSync(file), fs.lstatSync(file), await handle.stat()]
    await handle.close()
    for (const { mtimeMs, birthtimeMs, ctimeMs } of all) {
      expect([age(birthtimeMs, startMs), age(mtimeMs, startMs), age(ctimeMs, startMs)]).toEqual([1000, 1500, 1500])
    }
    const { mtimeNs } = await fsp.stat(file, { bigint: true })
    expect(age(Number(mtimeNs / 1_000_000n), startMs)).toBe(1500)
  }))

test('what writes: streams, truncation, modes; what does not: reading, opening', () =>
  check(async (dir, startMs) => {
    const file = `${dir}/f`
    fs.writeFileSync(file, 'content')
    const times = () => {
      const { mtimeMs, ctimeMs } = fs.statSync(file)
      return [age(mtimeMs, startMs), age(ctimeMs, startMs)]
    }
    await sleep(100)
    await fsp.readFile(file)
    expect(times()).toEqual([0, 0])
    await fsp.chmod(file, 0o600)
    expect(times()).toEqual([0, 100])
    await sleep(100)
    await fsp.truncate(file, 1)
    expect(times()).toEqual([200, 200])
    await sleep(100)
    await new Promise<void>((resolve) => fs.createWriteStream(file, { flags: 'a' }).end('x').on('close', resolve))
    expect(times()).toEqual([300, 300])
    await sleep(100)
    fs.closeSync(fs.openSync(file, 'w'))
    expect(times()).toEqual([400, 400])
  }))

test('a directory is as old as the last change of its list', () =>
  check(async (dir, startMs) => {
    const changed = () => age(fs.statSync(dir).mtimeMs, startMs)
    expect(changed()).toBe(0)
    const changes = [
      () => fsp.writeFile(`${dir}/a`, ''),
      () => fsp.mkdir(`${dir}/d/e`, { recursive: true }),
      () => fsp.rename(`${dir}/a`, `${dir}/b`),
      () => fsp.link(`${dir}/b`, `${dir}/c`),
      () => fsp.symlink('b', `${dir}/s`),
      () => fsp.unlink(`${dir}/c`),
      () => fsp.rm(`${dir}/d`, { recursive: true }),
    ]
    for (const [i, change] of changes.entries()) {
      await sleep(100 - Math.floor(kernel().nowMs % 100))
      await change()
      expect(changed()).toBe((i + 1) * 100)
    }
    await sleep(50)
    await fsp.writeFile(`${dir}/b`, 'no new name')
    expect(changed()).toBe(changes.length * 100)
  }))

test('times that are set are kept, through names, links and open files, until the next write', () =>
  check(async (dir, startMs) => {
    const file = `${dir}/f`
    const handle = await fsp.open(file, 'w')
    await fsp.utimes(file, 1000.5, new Date(2_000_000))
    expect((await handle.stat()).mtimeMs).toBe(2_000_000)
    expect(fs.statSync(file).atimeMs).toBe(1_000_500)
    await fsp.rename(file, `${dir}/g`)
    fs.symlinkSync('g', `${dir}/s`)
    expect(fs.statSync(`${dir}/s`).mtimeMs).toBe(2_000_000)
    fs.lutimesSync(`${dir}/s`, 7, 7)
    expect([fs.lstatSync(`${dir}/s`).mtimeMs, fs.statSync(`${dir}/s`).mtimeMs]).toEqual([7000, 2_000_000])
    await sleep(300)
    await handle.write('x')
    expect(age(fs.statSync(`${dir}/g`).mtimeMs, startMs)).toBe(300)
    await handle.close()
  }))

test('a name that is used again is a new file', () =>
  check(async (dir, startMs) => {
    const file = `${dir}/f`
    fs.writeFileSync(file, '')
    const { ino } = fs.statSync(file)
    await sleep(100)
    fs.unlinkSync(file)
    fs.writeFileSync(file, '')
    expect(fs.statSync(file).ino).not.toBe(ino)
    expect(age(fs.statSync(file).birthtimeMs, startMs)).toBe(100)
  }))

test('two executions under one schedule see the same times, numbers and names', async () => {
  const look = async (seed: number): Promise<unknown[]> => {
    const seen: unknown[] = []
    await run(async (controls) => {
      const dir = controls.dir()
      const names = await Promise.all(['a', 'b', 'c'].map((name) => fsp.mkdtemp(`${dir}/${name}-`)))
      await Promise.all(names.map((name) => fsp.writeFile(`${name}/f`, 'x')))
      for (const name of names) {
        const { ino, mtimeMs, ctimeMs, birthtimeMs } = await fsp.stat(`${name}/f`)
        seen.push(name, ino, mtimeMs, ctimeMs, birthtimeMs)
      }
      seen.push(await fsp.readdir(dir, { recursive: true }))
    }, randomWalk(seed))
    return seen
  }
  for (let seed = 0; seed < 20; seed++) expect(await look(seed)).toEqual(await look(seed))
})

test('what lies elsewhere keeps its real times', async () => {
  const before = fs.statSync(process.execPath)
  await check(async () => {
    expect((await fsp.stat(process.execPath)).mtimeMs).toBe(before.mtimeMs)
    expect(fs.statSync(process.execPath).ino).toBe(before.ino)
  })
})
