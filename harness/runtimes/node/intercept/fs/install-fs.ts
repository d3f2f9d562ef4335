// `node:fs` in an execution: each system call that the library makes asynchronously is an effect and a completion, both of them choices.
import type { Install } from '../../kernel/types.js'
import { undoAll } from '../replace.js'
import { controlAmbient } from './ambient.js'
import { fsBinding } from './binding.js'
import { controlDirectories } from './directories.js'
import { refuseAsynchronous } from './fallback.js'
import { controlNativeHandles } from './handle.js'
import { controlJobs } from './jobs.js'
import { controlWholeFiles } from './whole-file.js'
import { controlBinding } from './wrap.js'

/**
 * Puts `fs`, `fs.promises`, file handles, streams and `os.tmpdir` under control, for good: outside of an execution everything is
 * as before. An asynchronous call takes a slot of the thread pool, acts by its synchronous twin in one task and completes in a
 * second one; calls made of several system calls (`readFile`, `rm`, `cp`) are as many operations as on the real system. Synchronous
 * calls stay real and atomic. Times and inode numbers of files in the execution's directory are virtual; asynchronous writes
 * elsewhere are refused (`WRITE_OUTSIDE_DENIED`), watchers too (`REAL_IO_ESCAPED`). ES modules see it after `syncBuiltinESMExports()`.
 * Returns what undoes it.
 */
export const installFs: Install = () => {
  if (installed) return () => {}
  installed = true
  const binding = fsBinding()
  const undo = [controlAmbient()]
  if (binding === null) undo.push(refuseAsynchronous())
  else undo.push(controlBinding(binding), controlNativeHandles(), controlJobs(binding), controlWholeFiles(), controlDirectories())
  return undoAll([() => void (installed = false), ...undo])
}

/** Twice would make two operations of each call. */
let installed = false
