// Errors of the file system, and of arguments: every field, and whether they are thrown or delivered.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import type { Say, Scripts } from '../stage.js'

type Call = (...args: unknown[]) => Promise<unknown>
const promised = fsp as unknown as Record<string, Call>
const called = fs as unknown as Record<string, (...args: unknown[]) => unknown>

const attempt = async (say: Say, name: string, ...args: unknown[]): Promise<void> => {
  say(name, await (promised[name] as Call)(...args).catch((error: unknown) => error))
}

/** Whether a call throws, or calls back. */
const call = (say: Say, name: string, ...args: unknown[]): Promise<void> =>
  new Promise((resolve) => {
    const callback = (error: unknown) => {
      say(name, 'called back', error)
      resolve()
    }
    try {
      called[name]?.(...args, callback)
    } catch (error) {
      say(name, 'threw', error)
      resolve()
    }
  })

export const failures: Scripts = {
  'what is not there': async (say, dir) => {
    const none = `${dir}/none`
    for (const name of [
      'readFile',
      'stat',
      'lstat',
      'unlink',
      'rmdir',
      'readdir',
      'readlink',
      'access',
      'realpath',
      'opendir',
      'open',
    ]) {
      await attempt(say, name, none)
      await call(say, name, none)
    }
    for (const name of ['rename', 'copyFile', 'link']) {
      await attempt(say, name, none, `${dir}/other`)
      await call(say, name, none, `${dir}/other`)
    }
    await attempt(say, 'writeFile', `${none}/deep`, 'x')
    await call(say, 'writeFile', `${none}/deep`, 'x')
    await attempt(say, 'chmod', none, 0o600)
    await attempt(say, 'utimes', none, 1, 2)
    await attempt(say, 'truncate', none, 2)
  },

  'what is of another kind, or there already': async (say, dir) => {
    fs.writeFileSync(`${dir}/file`, 'x')
    fs.mkdirSync(`${dir}/full/inner`, { recursive: true })
    await attempt(say, 'readdir', `${dir}/file`)
    await attempt(say, 'opendir', `${dir}/file`)
    await attempt(say, 'readFile', dir)
    await call(say, 'readFile', dir)
    await attempt(say, 'mkdir', `${dir}/full`)
    await attempt(say, 'rmdir', `${dir}/full`)
    await attempt(say, 'rm', `${dir}/full`)
    await attempt(say, 'unlink', `${dir}/full`)
    await attempt(say, 'rename', `${dir}/file`, `${dir}/full`)
    await attempt(say, 'symlink', 'x', `${dir}/file`)
    await attempt(say, 'open', `${dir}/file`, 'wx')
    await attempt(say, 'copyFile', `${dir}/file`, `${dir}/full/inner`)
    await attempt(say, 'stat', `${dir}/file/below`)
  },

  'wrong arguments are thrown by the call, or reject': async (say, dir) => {
    for (const name of ['readFile', 'stat', 'open', 'readdir', 'opendir', 'unlink', 'mkdir', 'realpath', 'readlink']) {
      await attempt(say, name, 5.5)
      await attempt(say, name, 'a\0b')
      await call(say, name, { not: 'a path' })
    }
    for (const options of [{ encoding: 'klingon' }, 'klingon', 17, { signal: 'none' }]) {
      await attempt(say, 'readFile', dir, options)
      await call(say, 'readFile', dir, options)
      await call(say, 'writeFile', `${dir}/x`, 'data', options)
    }
    await attempt(say, 'writeFile', `${dir}/x`, { an: 'object' })
    await call(say, 'writeFile', `${dir}/x`, { an: 'object' })
    await call(say, 'readFile', `${dir}/x`, { flag: 'zz' })
    await call(say, 'opendir', dir, { encoding: 'klingon' })
    await attempt(say, 'mkdir', `${dir}/m`, { mode: 'rwx' })
  },

  'a call without a callback throws': async (say) => {
    for (const name of ['readFile', 'stat', 'open', 'readdir', 'opendir', 'rename', 'writeFile', 'rm', 'cp', 'mkdtemp']) {
      try {
        called[name]?.('a', 'b')
        say(name, 'returned')
      } catch (error) {
        say(name, error)
      }
    }
  },

  'a number that is no open file': async (say, dir) => {
    const fd = fs.openSync(`${dir}/f`, 'w')
    fs.closeSync(fd)
    const bad = 100_000
    await call(say, 'fstat', bad)
    await call(say, 'read', bad, Buffer.alloc(1), 0, 1, 0)
    await call(say, 'write', bad, 'x')
    await call(say, 'close', bad)
    await call(say, 'fsync', bad)
    // Not readFile: the real one reports an error of its own making.
    await call(say, 'writeFile', bad, 'x')
    await call(say, 'close', -1)
  },

  'writing to what was opened for reading, and the other way round': async (say, dir) => {
    fs.writeFileSync(`${dir}/r`, 'x')
    const reader = await fsp.open(`${dir}/r`)
    say(await reader.write('y').catch((error: unknown) => error), await reader.truncate().catch((error: unknown) => error))
    const writer = await fsp.open(`${dir}/r`, 'w')
    say(await writer.readFile().catch((error: unknown) => error))
    await Promise.all([reader.close(), writer.close()])
  },
}
