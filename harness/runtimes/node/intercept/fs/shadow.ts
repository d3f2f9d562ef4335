// What an execution knows about its files beside their bytes: virtual times, stable numbers, and which path is open under which fd.
import type { Kernel } from '../../kernel/types.js'

/** A file, directory or link as long as it has a name or is open. Shared by all its hard links. */
export interface FileNode {
  path: string
  /** Stands in for the inode: counted in the order of first sight. */
  readonly number: number
  atimeMs: number
  mtimeMs: number
  ctimeMs: number
  readonly birthtimeMs: number
}

export interface OpenFile {
  /** The name under which it was opened, as keys show it. */
  readonly label: string
  /** `null` for what lies outside of the execution's directory. */
  readonly node: FileNode | null
  /** The path where it lies outside. */
  readonly outside: string | null
  /** Opened by Node's loader: served at once, never a task. */
  loader: boolean
  held: { remove(): void } | null
  closed: boolean
}

export interface Shadow {
  readonly open: Map<number, OpenFile>
  /** Template of each directory that was made with a random name: `/base/tmp/x-000001` to `/base/tmp/x-XXXXXX`. */
  readonly temporary: Map<string, string>
  /** Symbolic links were made: paths must be followed. */
  links: boolean
  nextName(): number
  at(path: string): FileNode
  has(path: string): boolean
  created(path: string): FileNode
  written(node: FileNode): void
  changed(node: FileNode): void
  removed(path: string): void
  renamed(from: string, to: string): void
  linked(existing: string, path: string): void
}

const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')))

const createShadow = (kernel: Kernel): Shadow => {
  const nodes = new Map<string, FileNode>()
  let numbers = 0
  let names = 0
  const nowMs = () => kernel.epochMs + kernel.nowMs
  const node = (path: string, ms: number): FileNode => {
    const made = { path, number: ++numbers, atimeMs: ms, mtimeMs: ms, ctimeMs: ms, birthtimeMs: ms }
    nodes.set(path, made)
    return made
  }
  /** What was not seen being made is as old as the execution. */
  const at = (path: string): FileNode => nodes.get(path) ?? node(path, kernel.epochMs)
  const changed = (file: FileNode): void => void (file.ctimeMs = nowMs())
  const written = (file: FileNode): void => {
    file.mtimeMs = nowMs()
    changed(file)
  }
  const listed = (path: string): void => written(at(parentOf(path)))
  const forgetBelow = (path: string): void => {
    for (const known of nodes.keys()) if (known.startsWith(`${path}/`)) nodes.delete(known)
  }
  return {
    open: new Map(),
    temporary: new Map(),
    links: false,
    nextName: () => ++names,
    at,
    has: (path) => nodes.has(path),
    created: (path) => {
      listed(path)
      return node(path, nowMs())
    },
    written,
    changed,
    removed: (path) => {
      listed(path)
      const gone = nodes.get(path)
      if (gone !== undefined) changed(gone)
      nodes.delete(path)
      forgetBelow(path)
    },
    renamed: (from, to) => {
      const moved = at(from)
      nodes.delete(from)
      forgetBelow(to)
      for (const [known, file] of [...nodes]) {
        if (!known.startsWith(`${from}/`)) continue
        nodes.delete(known)
        file.path = to + known.slice(from.length)
        nodes.set(file.path, file)
      }
      moved.path = to
      nodes.set(to, moved)
      changed(moved)
      listed(from)
      listed(to)
    },
    linked: (existing, path) => {
      const file = at(existing)
      nodes.set(path, file)
      changed(file)
      listed(path)
    },
  }
}

const SHADOW = Symbol('crosswire.files')

/** The shadow of this execution. */
export const shadowOf = (kernel: Kernel): Shadow => {
  const known = kernel.notes.get(SHADOW) as Shadow | undefined
  if (known !== undefined) return known
  const made = createShadow(kernel)
  kernel.notes.set(SHADOW, made)
  return made
}
