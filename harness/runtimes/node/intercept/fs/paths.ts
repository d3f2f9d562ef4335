// Paths as Node's library hands them down, and the names under which keys and reports show them.
import { basename, relative, resolve } from 'node:path'
import type { Access } from '../../../../core/choice.js'
import { baseDirectory } from '../../files/directory.js'
import { housekeeping } from '../../files/housekeeping.js'
import { realFs } from '../../files/real-fs.js'
import type { Kernel } from '../../kernel/types.js'
import type { OpenFile, Shadow } from './shadow.js'

const PLAIN = /^\/(?!.*(?:\/\/|\/\.\.?(?:\/|$)))(?:.*[^/])?$/

/** The last plain path: one call asks several times about the same. */
let lastPlain = ''

/** Absolute and without detours; bytes are read as UTF-8. */
export const absolute = (path: unknown): string => {
  if (path === lastPlain) return lastPlain
  const text = typeof path === 'string' ? path : Buffer.from(path as Uint8Array).toString()
  if (!PLAIN.test(text)) return resolve(text)
  lastPlain = text
  return text
}

/** Whether a path lies in the execution's directory. The first touch in an execution empties what an earlier one left. */
export const isInside = (kernel: Kernel, path: string): boolean => {
  const base = baseDirectory()
  if (base === null || !path.startsWith(base)) return false
  if (path.length > base.length && path[base.length] !== '/') return false
  kernel.dir()
  return true
}

/** Whether the execution's directory lies somewhere below a path: how many such paths there are differs between machines. */
export const isAbove = (path: string): boolean => baseDirectory()?.startsWith(`${path}/`) === true

/** Where a path leads, if the execution has made symbolic links; the last part too where `through`. */
export const follow = (shadow: Shadow, path: string, through: boolean): string => {
  if (!shadow.links) return path
  const parent = path.slice(0, Math.max(1, path.lastIndexOf('/')))
  return housekeeping(() => {
    try {
      return through ? realFs.realpathSync(path) : `${realFs.realpathSync(parent)}/${basename(path)}`
    } catch {
      return path
    }
  })
}

/**
 * What a package makes up for a temporary name, of a process id and a counter that outlives executions or of random bytes: no part of a
 * key. Numbers that are filled up with zeros are an application's own.
 */
const MADE_UP = /(?<![\da-f])[\da-f]{16,}|(?<!\d)[1-9]\d{5,}/g

/**
 * The name in keys: relative to the execution's directory, else the last part. Never a random part: what `mkdtemp` made up is
 * shown as its template, and so are long numbers.
 */
export const labelOf = (shadow: Shadow, path: string): string => {
  const name = nameOf(shadow, path)
  return name.replace(MADE_UP, 'XXXXXX')
}

const nameOf = (shadow: Shadow, path: string): string => {
  const base = baseDirectory()
  if (base === null) return basename(path) || '/'
  // What lies above has other names on each machine, some of them with a process id.
  if (path === base || isAbove(path)) return relative(`${base}/dir`, path)
  if (!path.startsWith(`${base}/`)) return basename(path) || '/'
  const plain = shadow.temporary.size === 0 ? path : withTemplates(shadow, path)
  const inside = plain.slice(base.length + 1)
  if (inside === 'dir') return '.'
  return inside.startsWith('dir/') ? inside.slice('dir/'.length) : inside
}

const withTemplates = (shadow: Shadow, path: string): string => {
  for (const [made, template] of shadow.temporary) {
    if (path === made || path.startsWith(`${made}/`)) return template + path.slice(made.length)
  }
  return path
}

const STANDARD = ['stdin', 'stdout', 'stderr']

/** The name of an open file in keys; never its number. */
export const labelOfFd = (shadow: Shadow, fd: number): string => shadow.open.get(fd)?.label ?? STANDARD[fd] ?? 'fd'

/** What an operation on a path touches: the same text in every process, so not the directory's own path. */
export const accessOf = (shadow: Shadow, path: string, write: boolean): Access => ({
  on: path.startsWith(`${baseDirectory()}/`) ? labelOf(shadow, path) : path,
  write,
})

/** What an operation on an open file touches, under the path that the file has now. */
export const accessOfFd = (shadow: Shadow, open: OpenFile | undefined, write: boolean): Access | null => {
  const path = open?.node?.path ?? open?.outside
  return path == null ? null : accessOf(shadow, path, write)
}
