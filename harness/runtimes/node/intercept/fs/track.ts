// What a system call that succeeded changes in the shadow: times, open files, names.
import { constants } from 'node:fs'
import { housekeeping } from '../../files/housekeeping.js'
import { realFs } from '../../files/real-fs.js'
import type { Kernel } from '../../kernel/types.js'
import { absolute, follow, isInside, labelOf } from './paths.js'
import { type FileNode, type OpenFile, type Shadow, shadowOf } from './shadow.js'
import { isStatFields, virtualise } from './stats.js'

/** A call that is about to be made: what must be known before it, and what it changes. */
type Track = (kernel: Kernel, args: readonly unknown[]) => ((result: unknown) => void) | null

const SECOND_MS = 1000

/** The node at a path of the execution's directory, followed through links where `through`; `null` elsewhere. */
const inside = (kernel: Kernel, path: unknown, through = true): string | null => {
  const plain = absolute(path)
  if (!isInside(kernel, plain)) return null
  return follow(shadowOf(kernel), plain, through)
}

/** Touches one path; nothing to do where it lies elsewhere. */
const onPath =
  (change: (shadow: Shadow, path: string, args: readonly unknown[]) => void, through = true): Track =>
  (kernel, args) => {
    const path = inside(kernel, args[0], through)
    return path === null ? null : () => change(shadowOf(kernel), path, args)
  }

const onFd =
  (change: (shadow: Shadow, node: FileNode, args: readonly unknown[]) => void): Track =>
  (kernel, args) => {
    const shadow = shadowOf(kernel)
    const node = shadow.open.get(args[0] as number)?.node ?? null
    return node === null ? null : () => change(shadow, node, args)
  }

const setTimes = (shadow: Shadow, node: FileNode, [, atime, mtime]: readonly unknown[]): void => {
  node.atimeMs = (atime as number) * SECOND_MS
  node.mtimeMs = (mtime as number) * SECOND_MS
  shadow.changed(node)
}

const stat =
  (through: boolean): Track =>
  (kernel, args) => {
    const path = inside(kernel, args[0], through)
    if (path === null) return null
    return (fields) => {
      if (isStatFields(fields)) virtualise(fields, shadowOf(kernel).at(path))
    }
  }

const fstat: Track = (kernel, args) => {
  const node = shadowOf(kernel).open.get(args[0] as number)?.node ?? null
  return node === null ? null : (fields) => (isStatFields(fields) ? virtualise(fields, node) : undefined)
}

const open: Track = (kernel, args) => {
  const shadow = shadowOf(kernel)
  const plain = absolute(args[0])
  const path = inside(kernel, plain)
  return (fd) => {
    const node = path === null ? null : openedNode(shadow, path, args[1] as number)
    const file: OpenFile = {
      label: labelOf(shadow, plain),
      node,
      outside: path === null ? plain : null,
      loader: false,
      held: null,
      closed: false,
    }
    shadow.open.set(fd as number, file)
    file.held = kernel.hold({
      kind: 'file',
      what: file.label,
      referenced: false,
      destroy: () => closeLeftover(shadow, fd as number),
    })
  }
}

const openedNode = (shadow: Shadow, path: string, flags: number): FileNode => {
  const { O_CREAT, O_TRUNC } = constants
  if ((flags & O_CREAT) !== 0 && !shadow.has(path)) return shadow.created(path)
  const node = shadow.at(path)
  if ((flags & O_TRUNC) !== 0) shadow.written(node)
  return node
}

const closeLeftover = (shadow: Shadow, fd: number): void => {
  const file = shadow.open.get(fd)
  if (file === undefined) return
  closed(shadow, fd, file)
  housekeeping(() => realFs.closeSync(fd))
}

const closed = (shadow: Shadow, fd: number, file: OpenFile): void => {
  shadow.open.delete(fd)
  file.closed = true
  file.held?.remove()
}

const close: Track = (kernel, args) => {
  const shadow = shadowOf(kernel)
  const fd = args[0] as number
  const file = shadow.open.get(fd)
  return file === undefined ? null : () => closed(shadow, fd, file)
}

const onBoth =
  (change: (shadow: Shadow, from: string, to: string) => void): Track =>
  (kernel, args) => {
    const from = inside(kernel, args[0], false)
    const to = inside(kernel, args[1], false)
    return from === null || to === null ? null : () => change(shadowOf(kernel), from, to)
  }

const made = (shadow: Shadow, path: string): void => {
  if (shadow.has(path)) shadow.written(shadow.at(path))
  else shadow.created(path)
}

const copied: Track = (kernel, args) => {
  inside(kernel, args[0])
  const path = inside(kernel, args[1])
  return path === null ? null : () => made(shadowOf(kernel), path)
}

const linkMade: Track = (kernel, args) => {
  const path = inside(kernel, args[1], false)
  if (path === null) return null
  return () => {
    const shadow = shadowOf(kernel)
    shadow.created(path)
    shadow.links = true
  }
}

/** A recursive call returns the first directory that it made, nothing where all were there. */
const directoryMade: Track = (kernel, args) => {
  const path = inside(kernel, args[0], false)
  if (path === null) return null
  const shadow = shadowOf(kernel)
  return (first) => {
    if (args[2] !== true) return void shadow.created(path)
    if (typeof first !== 'string') return
    for (let end = absolute(first).length; end > 0; end = path.indexOf('/', end + 1)) shadow.created(path.slice(0, end))
    if (!shadow.has(path)) shadow.created(path)
  }
}

const written = onFd((shadow, node) => shadow.written(node))
const changedPath = onPath((shadow, path) => shadow.changed(shadow.at(path)))
const changedFd = onFd((shadow, node) => shadow.changed(node))
const removed = onPath((shadow, path) => shadow.removed(path), false)
/** Nothing changes, but the directory is emptied first where this is its first use. */
const touched = onPath(() => {})

const utf8Written: Track = (kernel, args) => (typeof args[0] === 'number' ? written : onPath(made))(kernel, args)
const utf8Read: Track = (kernel, args) => (typeof args[0] === 'number' ? null : touched(kernel, args))

/** By the name of the function below `fs`; also of those that have no asynchronous form. */
export const TRACKS: Readonly<Record<string, Track>> = {
  open,
  close,
  writeBuffer: written,
  writeString: written,
  writeBuffers: written,
  ftruncate: written,
  futimes: onFd(setTimes),
  utimes: onPath((shadow, path, args) => setTimes(shadow, shadow.at(path), args)),
  lutimes: onPath((shadow, path, args) => setTimes(shadow, shadow.at(path), args), false),
  chmod: changedPath,
  chown: changedPath,
  lchown: onPath((shadow, path) => shadow.changed(shadow.at(path)), false),
  fchmod: changedFd,
  fchown: changedFd,
  mkdir: directoryMade,
  rmdir: removed,
  unlink: removed,
  rmSync: removed,
  rename: onBoth((shadow, from, to) => shadow.renamed(from, to)),
  link: onBoth((shadow, from, to) => shadow.linked(from, to)),
  symlink: linkMade,
  copyFile: copied,
  writeFileUtf8: utf8Written,
  readFileUtf8: utf8Read,
  stat: stat(true),
  lstat: stat(false),
  fstat,
  access: touched,
  existsSync: touched,
  readdir: touched,
  readdirRecursive: touched,
  readlink: touched,
  realpath: touched,
  cpSyncCheckPaths: copied,
}
