// Directories, links, times and whole trees.
import fs from 'node:fs'
import fsp from 'node:fs/promises'
import type { Scripts } from '../stage.js'

/** a/b/c.txt, a/d.txt, a/link -> d.txt */
const plant = (dir: string): void => {
  fs.mkdirSync(`${dir}/a/b`, { recursive: true })
  fs.writeFileSync(`${dir}/a/b/c.txt`, 'c')
  fs.writeFileSync(`${dir}/a/d.txt`, 'd')
  fs.symlinkSync('d.txt', `${dir}/a/link`)
}

const list = (dir: string): string[] => (fs.readdirSync(dir, { recursive: true }) as string[]).sort()

export const trees: Scripts = {
  'a directory is listed: names, entries with types, recursively, as bytes': async (say, dir) => {
    plant(dir)
    say('names', await fsp.readdir(`${dir}/a`))
    const kinds = (entry: fs.Dirent) => [entry.name, entry.isDirectory(), entry.isFile(), entry.isSymbolicLink()]
    say('types', (await fsp.readdir(`${dir}/a`, { withFileTypes: true })).map(kinds))
    say('all', (await fsp.readdir(dir, { recursive: true })).sort())
    say('bytes', (await fsp.readdir(`${dir}/a/b`, 'buffer'))[0])
  },

  'opendir iterates, reads one by one, and closes once': async (say, dir) => {
    plant(dir)
    const names: string[] = []
    for await (const entry of await fsp.opendir(`${dir}/a`)) names.push(`${entry.name}:${entry.isDirectory()}`)
    say(names.sort())
    const open = await fsp.opendir(`${dir}/a/b`, { bufferSize: 1 })
    say(open.path, (await open.read())?.name, await open.read())
    say(await open.close(), await open.close().catch((error: unknown) => error))
  },

  'opendir with callbacks': (say, dir) =>
    new Promise<void>((resolve) => {
      plant(dir)
      fs.opendir(`${dir}/a/b`, (error, open) => {
        say('opened', error)
        open.read((readError, entry) => {
          say('read', readError, entry?.name)
          open.close((closeError) => {
            say('closed', closeError)
            resolve()
          })
        })
      })
    }),

  'a tree is copied and removed': async (say, dir) => {
    plant(dir)
    await fsp.cp(`${dir}/a`, `${dir}/copy`, { recursive: true, verbatimSymlinks: true })
    say('copied', list(dir), fs.readlinkSync(`${dir}/copy/link`))
    say(
      'again',
      await fsp.cp(`${dir}/a/d.txt`, `${dir}/copy/d.txt`, { force: false, errorOnExist: true }).catch(({ code }) => code),
    )
    await fsp.rm(`${dir}/a`, { recursive: true })
    say('removed', list(dir))
    await new Promise((resolve) =>
      fs.cp(`${dir}/copy`, `${dir}/third`, { recursive: true, filter: (path) => !path.endsWith('b') }, resolve),
    )
    say('filtered', list(dir))
    say('missing', await fsp.rm(`${dir}/none`).catch((error: unknown) => error), await fsp.rm(`${dir}/none`, { force: true }))
  },

  'links are made, read, followed and removed': async (say, dir) => {
    plant(dir)
    say('read', await fsp.readlink(`${dir}/a/link`), await fsp.realpath(`${dir}/a/link`))
    await fsp.symlink('b', `${dir}/a/to-b`)
    say('through', await fsp.readFile(`${dir}/a/to-b/c.txt`, 'utf8'), (await fsp.lstat(`${dir}/a/to-b`)).isSymbolicLink())
    await fsp.link(`${dir}/a/d.txt`, `${dir}/hard`)
    say('hard', (await fsp.stat(`${dir}/hard`)).nlink, await fsp.readFile(`${dir}/hard`, 'utf8'))
    await fsp.unlink(`${dir}/a/d.txt`)
    say('left', (await fsp.stat(`${dir}/hard`)).nlink, await fsp.stat(`${dir}/a/link`).catch((error: unknown) => error))
  },

  'times are set and read back, one node under two names': async (say, dir) => {
    const at = new Date('2020-02-02T02:02:02.250Z')
    fs.writeFileSync(`${dir}/t`, '')
    await fsp.link(`${dir}/t`, `${dir}/u`)
    await fsp.utimes(`${dir}/t`, 1_000_000, at)
    const stats = await fsp.stat(`${dir}/u`)
    say(stats.atimeMs, stats.mtime.toISOString(), stats.ino === fs.statSync(`${dir}/t`).ino)
    const handle = await fsp.open(`${dir}/t`, 'r+')
    await handle.utimes(5, 6.5)
    say((await handle.stat()).mtimeMs, (await fsp.lstat(`${dir}/t`, { bigint: true })).mtimeNs)
    await handle.close()
    await fsp.rename(`${dir}/t`, `${dir}/moved`)
    say(fs.statSync(`${dir}/moved`).mtimeMs)
  },

  'a temporary directory is made under its prefix': async (say, dir) => {
    const one = await fsp.mkdtemp(`${dir}/tmp-`)
    const two = await new Promise<string>((resolve, reject) =>
      fs.mkdtemp(`${dir}/tmp-`, (error, path) => (error === null ? resolve(path) : reject(error))),
    )
    const three = fs.mkdtempSync(`${dir}/tmp-`)
    say(one.slice(0, -6), one.length === two.length, new Set([one, two, three]).size, fs.readdirSync(dir).length)
    // Not the path of the error: older Nodes show the random part that was tried last.
    say((await fsp.stat(one)).mode.toString(8), await fsp.mkdtemp(`${dir}/none/x-`).catch(({ code, syscall }) => [code, syscall]))
  },

  'modes and access': async (say, dir) => {
    await fsp.writeFile(`${dir}/m`, '', { mode: 0o640 })
    await fsp.chmod(`${dir}/m`, 0o604)
    say((await fsp.stat(`${dir}/m`)).mode.toString(8), await fsp.access(`${dir}/m`, fs.constants.R_OK))
    await fsp.chown(`${dir}/m`, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
    const { bsize } = await fsp.statfs(dir)
    say(bsize > 0)
  },
}
