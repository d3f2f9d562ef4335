// What each system call is called in keys, what its arguments are, and what it touches.

/** `path`: the first argument is a path; `paths`: the first two are; `fd`: an open file. `link`: only the second one is touched. */
export type Takes = 'path' | 'paths' | 'link' | 'fd'

export interface Operation {
  /** As in keys: `fs.write NAME`. Both faces of `fs` share it. */
  readonly verb: string
  /** `fs.VERB`. */
  readonly name: string
  readonly takes: Takes
  /** Changes something: refused outside of the execution's directory. */
  readonly writes: boolean
  /** Touches more than the one path that it names (a directory's list, a second path): clashes with everything. */
  readonly wide: boolean
}

const operation = (verb: string, takes: Takes, is: '' | 'writes' | 'wide' | 'writes wide' = ''): Operation => ({
  verb,
  name: `fs.${verb}`,
  takes,
  writes: is.startsWith('writes'),
  wide: is.endsWith('wide'),
})

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  access: operation('access', 'path'),
  // Whether an open writes depends on its flags.
  open: operation('open', 'path'),
  openFileHandle: operation('open', 'path'),
  close: operation('close', 'fd'),
  read: operation('read', 'fd'),
  readBuffers: operation('readv', 'fd'),
  writeBuffer: operation('write', 'fd', 'writes'),
  writeString: operation('write', 'fd', 'writes'),
  writeBuffers: operation('writev', 'fd', 'writes'),
  rename: operation('rename', 'paths', 'writes wide'),
  ftruncate: operation('truncate', 'fd', 'writes'),
  rmdir: operation('rmdir', 'path', 'writes wide'),
  fdatasync: operation('datasync', 'fd'),
  fsync: operation('sync', 'fd'),
  mkdir: operation('mkdir', 'path', 'writes wide'),
  readdir: operation('readdir', 'path', 'wide'),
  readdirRecursive: operation('readdir', 'path', 'wide'),
  fstat: operation('stat', 'fd'),
  lstat: operation('lstat', 'path'),
  stat: operation('stat', 'path'),
  statfs: operation('statfs', 'path'),
  link: operation('link', 'paths', 'writes wide'),
  symlink: operation('symlink', 'link', 'writes wide'),
  readlink: operation('readlink', 'path'),
  unlink: operation('unlink', 'path', 'writes'),
  realpath: operation('realpath', 'path', 'wide'),
  copyFile: operation('copyFile', 'paths', 'writes wide'),
  chmod: operation('chmod', 'path', 'writes'),
  fchmod: operation('chmod', 'fd', 'writes'),
  chown: operation('chown', 'path', 'writes'),
  fchown: operation('chown', 'fd', 'writes'),
  lchown: operation('chown', 'path', 'writes'),
  utimes: operation('utimes', 'path', 'writes'),
  futimes: operation('utimes', 'fd', 'writes'),
  lutimes: operation('utimes', 'path', 'writes'),
  mkdtemp: operation('mkdtemp', 'path', 'writes wide'),
}
