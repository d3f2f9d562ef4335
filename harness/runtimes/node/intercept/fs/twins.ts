// The effect of each system call: the synchronous twin, with arguments and results as Node's library passes them below `fs`.
import { constants, type Dirent } from 'node:fs'
import { realFs } from '../../files/real-fs.js'
import { createHandle } from './handle.js'
import { statFields } from './stats.js'

type Twin = (...args: never[]) => unknown

const {
  UV_DIRENT_UNKNOWN,
  UV_DIRENT_FILE,
  UV_DIRENT_DIR,
  UV_DIRENT_LINK,
  UV_DIRENT_FIFO,
  UV_DIRENT_SOCKET,
  UV_DIRENT_CHAR,
  UV_DIRENT_BLOCK,
} = constants as unknown as Record<string, number>

export const direntType = (entry: Dirent): number | undefined => {
  if (entry.isFile()) return UV_DIRENT_FILE
  if (entry.isDirectory()) return UV_DIRENT_DIR
  if (entry.isSymbolicLink()) return UV_DIRENT_LINK
  if (entry.isFIFO()) return UV_DIRENT_FIFO
  if (entry.isSocket()) return UV_DIRENT_SOCKET
  if (entry.isCharacterDevice()) return UV_DIRENT_CHAR
  return entry.isBlockDevice() ? UV_DIRENT_BLOCK : UV_DIRENT_UNKNOWN
}

type Path = string
type Encoding = BufferEncoding

const stat = (name: 'statSync' | 'lstatSync') => (path: Path, bigint: boolean, throwIfNoEntry?: boolean) => {
  const stats = realFs[name](path, { bigint: true, throwIfNoEntry: throwIfNoEntry !== false })
  return stats === undefined ? undefined : statFields(stats, bigint)
}

const readdir = (path: Path, encoding: Encoding, withFileTypes: boolean): unknown => {
  if (!withFileTypes) return realFs.readdirSync(path, { encoding })
  const entries = realFs.readdirSync(path, { encoding, withFileTypes: true })
  return [entries.map(({ name }) => name), entries.map(direntType)]
}

const statfs = (path: Path, bigint: boolean): unknown => {
  const { type, bsize, blocks, bfree, bavail, files, ffree } = realFs.statfsSync(path, { bigint: true })
  const fields = BigInt64Array.of(type, bsize, blocks, bfree, bavail, files, ffree)
  return bigint ? fields : Float64Array.from(fields, Number)
}

/** By the name of the function below `fs`. What is missing here has no twin and is refused by name. */
export const TWINS: Readonly<Record<string, Twin>> = {
  access: realFs.accessSync,
  open: realFs.openSync,
  openFileHandle: (path: Path, flags: number, mode: number) => createHandle(realFs.openSync(path, flags, mode)),
  close: realFs.closeSync,
  read: realFs.readSync as Twin,
  readBuffers: realFs.readvSync,
  writeBuffer: realFs.writeSync as Twin,
  writeString: realFs.writeSync as Twin,
  writeBuffers: realFs.writevSync,
  rename: realFs.renameSync,
  ftruncate: realFs.ftruncateSync,
  rmdir: realFs.rmdirSync,
  fdatasync: realFs.fdatasyncSync,
  fsync: realFs.fsyncSync,
  mkdir: (path: Path, mode: number, recursive: boolean) => realFs.mkdirSync(path, { mode, recursive }),
  readdir,
  fstat: (fd: number, bigint: boolean) => statFields(realFs.fstatSync(fd, { bigint: true }), bigint),
  lstat: stat('lstatSync'),
  stat: stat('statSync'),
  statfs,
  link: realFs.linkSync,
  symlink: (target: Path, path: Path) => realFs.symlinkSync(target, path),
  readlink: realFs.readlinkSync as Twin,
  unlink: realFs.unlinkSync,
  realpath: realFs.realpathSync.native as Twin,
  copyFile: realFs.copyFileSync,
  chmod: realFs.chmodSync,
  fchmod: realFs.fchmodSync,
  chown: realFs.chownSync,
  fchown: realFs.fchownSync,
  lchown: realFs.lchownSync,
  utimes: realFs.utimesSync,
  futimes: realFs.futimesSync,
  lutimes: realFs.lutimesSync,
  mkdtemp: realFs.mkdtempSync as Twin,
}
