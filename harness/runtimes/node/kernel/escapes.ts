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

/** Timers of Node's own, by the type under which async hooks see them. */
export const REAL_TIMERS: ReadonlySet<string> = new Set(['Timeout', 'Immediate'])

export const escaped = (type: string, at: string): HarnessError => (REAL_TIMERS.has(type) ? tooLate(at) : native(type, at))

/** A wrapper would have kept it inside: the subject must hold a function from before. */
const tooLate = (at: string): HarnessError =>
  new HarnessError('NOT_REGISTERED', `a timer at ${at} runs outside of the execution, in real time`, {
    usually: 'that module took its timer functions before crosswire/register was loaded',
    remedy: "load crosswire/register first: list it in vitest's setupFiles, or start Node with --import crosswire/register",
  })

const native = (type: string, at: string): HarnessError =>
  new HarnessError('REAL_IO_ESCAPED', `${type} at ${at} is native work whose completion no choice reaches`, {
    found: type,
    expected: 'timers, sockets, files and child programs that the execution can schedule',
    usually: 'the code under test compresses, hashes, resolves names or starts a worker inside the execution',
    remedy:
      "stub that call (world.slow(stub)), do the work before the execution, or set native: 'allow' and give up control of its order",
  })
