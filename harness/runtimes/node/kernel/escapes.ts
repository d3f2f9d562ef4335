// Native work that no choice reaches: refused by name, or let through and marked.

import { HarnessError } from '../../../core/errors.js'
import type { Escape } from '../../../core/execution.js'
import type { ExecutionSettings } from '../../../core/runtime.js'
import { userFrame } from './frames.js'

export class Escapes {
  readonly list: Escape[] = []
  /** The first refusal: the subject may swallow the error, the execution is refused all the same. */
  refusal: HarnessError | null = null
  private readonly native: ExecutionSettings['native']

  constructor(native: ExecutionSettings['native']) {
    this.native = native
  }

  /** Marks native work, or throws `REAL_IO_ESCAPED` where it is refused. */
  meet(type: string): void {
    const at = userFrame()
    this.list.push({ type, at })
    if (this.native === 'allow') return
    throw this.refuse(escaped(type, at))
  }

  refuse(error: HarnessError): HarnessError {
    this.refusal ??= error
    return error
  }
}

export const escaped = (type: string, at: string): HarnessError =>
  new HarnessError('REAL_IO_ESCAPED', `${type} at ${at} is native work whose completion no choice reaches`, {
    found: type,
    expected: 'timers, sockets, files and child programs that the execution can schedule',
    usually: 'the code under test compresses, hashes, resolves names or starts a worker inside the execution',
    remedy:
      "stub that call (world.slow(stub)), do the work before the execution, or set native: 'allow' and give up control of its order",
  })
