// The directory of an execution: where it is, what may be done elsewhere, and what is left behind.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import os from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { HarnessError } from '../../../harness/core/errors.js'
import type { Body } from '../../../harness/core/runtime.js'
import { randomWalk, run } from '../../support/run.js'

const elsewhere = fs.mkdtempSync(`${fs.realpathSync(os.tmpdir())}/elsewhere-`)
afterAll(() => fs.rmSync(elsewhere, { recursive: true, force: true }))

const refusal = async (body: Body): Promise<HarnessError> => {
  const error = await run(body).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(HarnessError)
  return error as HarnessError
}

test('it has the same path in every execution and is empty at the start of each', async () => {
  const paths = new Set<string>()
  for (let seed = 0; seed < 3; seed++) {
    await run(async (controls) => {
      const dir = controls.dir()
      paths.add(dir)
      expect(controls.dir()).toBe(dir)
      expect(fs.readdirSync(dir)).toEqual([])
      await fsp.mkdir(`${dir}/deep/deeper`, { recursive: true })
      await fsp.writeFile(`${dir}/deep/f`, 'x')
      fs.writeFileSync(`${os.tmpdir()}/t`, 'x')
      fs.chmodSync(`${dir}/deep`, 0o500)
    }, randomWalk(seed))
  }
  expect(paths.size).toBe(1)
})

test('it is made anew where a subject has removed, replaced or closed it', async () => {
  const damages: ((dir: string) => void)[] = [
    (dir) => fs.rmSync(dir, { recursive: true }),
    (dir) => {
      fs.rmdirSync(dir)
      fs.symlinkSync(elsewhere, dir)
    },
    (dir) => fs.chmodSync(dir, 0o100),
    (dir) => fs.rmSync(`${dir}/..`, { recursive: true }),
  ]
  fs.writeFileSync(`${elsewhere}/precious`, 'x')
  for (const damage of damages) {
    await run((controls) => damage(controls.dir()))
    const { end } = await run((controls) => fsp.writeFile(`${controls.dir()}/f`, 'x'))
    expect(end.kind).toBe('completed')
  }
  expect(fs.readdirSync(elsewhere)).toEqual(['precious'])
})

test('a path that was remembered shows nothing of an earlier execution, whoever touches it first', async () => {
  let remembered = ''
  await run((controls) => {
    remembered = `${controls.dir()}/f`
    fs.writeFileSync(remembered, 'x')
  })
  const looks: Body[] = [
    () => expect(fs.existsSync(remembered)).toBe(false),
    () => expect(() => fs.readFileSync(remembered)).toThrow('ENOENT'),
    () => expect(fsp.stat(remembered)).rejects.toThrow('ENOENT'),
    async () => expect(await fsp.readdir(remembered.slice(0, -2))).toEqual([]),
    () => fs.writeFileSync(remembered, 'x', { flag: 'wx' }),
  ]
  for (const look of looks) {
    expect((await run(look)).end).toMatchObject({ kind: 'completed' })
    await run((controls) => fs.writeFileSync(`${controls.dir()}/f`, 'x'))
  }
})

test('what an execution tells is the same in every process: a stand-in is where the path was', async () => {
  class Found {
    readonly path: string
    constructor(path: string) {
      this.path = path
    }
  }
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const { history, end, leftovers } = await run(async (controls) => {
    const tell = (output: unknown, error?: unknown) =>
      controls.record({ actor: 'ann', call: controls.nextCall(), type: 'ok', op: 'read', output, error: String(error) })
    const missing = `${controls.dir()}/none`
    tell({ tried: [missing, `${os.tmpdir()}/t`], circular }, await fsp.readFile(missing).catch((error) => error))
    tell(new Found(missing))
    void Promise.reject(new Error(`not at ${missing}`))
    await fsp.stat(missing)
  })
  expect(history[0]).toMatchObject({
    output: { tried: ['/crosswire/dir/none', '/crosswire/tmp/t'] },
    error: "Error: ENOENT: no such file or directory, open '/crosswire/dir/none'",
  })
  expect(history[1]?.output).toBeInstanceOf(Found)
  expect(end.message).toBe("Error: ENOENT: no such file or directory, stat '/crosswire/dir/none'")
  expect(end.error?.message).toBe("ENOENT: no such file or directory, stat '/crosswire/dir/none'")
  expect(leftovers).toMatchObject([{ kind: 'rejection', what: 'Error: not at /crosswire/dir/none' }])
})

test("os.tmpdir() lies inside, beside the body's directory, and is the system's own again outside", async () => {
  const outside = os.tmpdir()
  const { end } = await run(async (controls) => {
    expect(os.tmpdir()).not.toBe(outside)
    expect(fs.readdirSync(os.tmpdir())).toEqual([])
    await fsp.writeFile(`${os.tmpdir()}/f`, 'x')
    expect(fs.readdirSync(controls.dir())).toEqual([])
  })
  expect(end.kind).toBe('completed')
  expect(os.tmpdir()).toBe(outside)
})

describe('elsewhere', () => {
  const file = `${elsewhere}/file`

  test('is read, and written synchronously', async () => {
    fs.writeFileSync(file, 'real')
    const { end } = await run(async () => {
      expect(await fsp.readFile(file, 'utf8')).toBe('real')
      fs.writeFileSync(file, 'changed')
      await fsp.writeFile('/dev/null', 'nothing')
    })
    expect(end.kind).toBe('completed')
    expect(fs.readFileSync(file, 'utf8')).toBe('changed')
  })

  const writes: Record<string, (dir: string) => unknown> = {
    writeFile: () => fsp.writeFile(file, 'x'),
    'writeFile with a callback': () => new Promise((resolve) => fs.writeFile(file, 'x', resolve)),
    'a stream': () => new Promise<void>((resolve) => fs.createWriteStream(file).on('close', resolve)),
    mkdir: () => fsp.mkdir(`${elsewhere}/made`),
    unlink: () => fsp.unlink(file),
    rm: () => fsp.rm(elsewhere, { recursive: true }),
    utimes: () => fsp.utimes(file, 1, 1),
    chmod: () => fsp.chmod(file, 0o777),
    mkdtemp: () => fsp.mkdtemp(`${elsewhere}/x-`),
    symlink: () => fsp.symlink('x', `${elsewhere}/link`),
    'copyFile to it': async (dir) => {
      fs.writeFileSync(`${dir}/f`, '')
      await fsp.copyFile(`${dir}/f`, `${elsewhere}/copy`)
    },
    'rename from it': (dir) => fsp.rename(file, `${dir}/f`),
    'a file that was opened synchronously': async () => {
      const fd = fs.openSync(file, 'r+')
      await new Promise((resolve) => fs.write(fd, 'x', resolve))
    },
    'a link that leads there': async (dir) => {
      fs.symlinkSync(elsewhere, `${dir}/link`)
      await fsp.writeFile(`${dir}/link/f`, 'x')
    },
  }

  test.each(Object.entries(writes))('is not written by %s: the path and the remedy are named', async (_name, write) => {
    fs.writeFileSync(file, 'real')
    // The subject may swallow the error: the execution is refused all the same.
    const { code, message } = await refusal(
      async (controls) => void (await Promise.resolve(write(controls.dir())).catch(() => {})),
    )
    expect(code).toBe('WRITE_OUTSIDE_DENIED')
    expect(message).toContain(elsewhere)
    expect(message).toContain('world.dir()')
    expect(fs.readdirSync(elsewhere).sort()).toEqual(['file', 'precious'])
    expect(fs.readFileSync(file, 'utf8')).toBe('real')
  })
})

test('what stays open is a leftover, is closed at the end, and is not closed twice', async () => {
  const open = () => fs.readdirSync('/proc/self/fd').length
  await run((controls) => fsp.writeFile(`${controls.dir()}/f`, ''))
  const before = open()
  let handle: fsp.FileHandle | undefined
  const { leftovers } = await run(async (controls) => {
    const dir = controls.dir()
    handle = await fsp.open(`${dir}/handle`, 'w')
    fs.openSync(`${dir}/number`, 'w')
    await fsp.opendir(dir)
    await (await fsp.open(`${dir}/closed`, 'w')).close()
  })
  expect(leftovers.map(({ kind, what, referenced }) => [kind, what, referenced])).toEqual([
    ['file', 'handle', false],
    ['file', 'number', false],
    ['file', 'directory .', false],
  ])
  expect(open()).toBe(before)
  // Its number is somebody else's now.
  const reused = fs.openSync(process.execPath, 'r')
  await handle?.close()
  expect(fs.fstatSync(reused).isFile()).toBe(true)
  fs.closeSync(reused)
})

test('a handle that was opened before the execution works in it and closes as one operation', async () => {
  fs.writeFileSync(`${elsewhere}/before`, 'content')
  const handle = await fsp.open(`${elsewhere}/before`)
  const { steps, end } = await run(
    async () => {
      expect((await handle.read(Buffer.alloc(7), 0, 7, 0)).bytesRead).toBe(7)
      await handle.close()
    },
    undefined,
    { record: true },
  )
  expect(end).toMatchObject({ kind: 'completed', message: '' })
  expect(steps.map(({ what }) => what)).toEqual(['fs.read fd', 'fs.read fd done', 'fs.close fd', 'fs.close fd done'])
  fs.rmSync(`${elsewhere}/before`)
})

test.each([
  ['fs.watch', () => fs.watch(elsewhere)],
  ['fs.watchFile', () => fs.watchFile(elsewhere, () => {})],
  ['fs.promises.watch', () => fsp.watch(elsewhere)],
  ['fs.openAsBlob', () => fs.openAsBlob(process.execPath)],
])('%s is refused by name and place', async (name, start) => {
  const { code, message } = await refusal(() => void start())
  expect(code).toBe('REAL_IO_ESCAPED')
  expect(message).toMatch(new RegExp(`${name.replaceAll('.', '\\.')} at test/runtimes/node/fs-directory\\.test\\.ts:\\d+`))
})
