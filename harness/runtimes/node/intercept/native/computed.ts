// Work whose result depends on its arguments alone: computed at once, and delivered as a thread would, in a task of its own.
import { AsyncResource } from 'node:async_hooks'
import type { Access } from '../../../../core/choice.js'
import type { Kernel } from '../../kernel/types.js'

type Callback = (error: Error | null, ...results: unknown[]) => void

/** Readers of nothing: such work clashes with no other. */
export const computing = (of: string): Access => ({ on: of, write: false })

/** Where Node itself would have thrown at the call: an argument is wrong, not the work. */
const isOfTheCall = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code !== 'ERR_CRYPTO_OPERATION_FAILED' && !code.startsWith('ERR_OSSL')
}

/**
 * Calls back with what `work` gives, as one operation of the pool. Wrong arguments throw here and now, as they do in Node;
 * bytes that the caller changes afterwards make no difference, for Node copies them too.
 */
export const callBackWith = (
  kernel: Kernel,
  [what, of]: readonly [string, string],
  { work, callback }: { readonly work: () => readonly unknown[]; readonly callback: Callback },
): void => {
  let results: readonly unknown[] = []
  let failure: Error | null = null
  try {
    results = work()
  } catch (error) {
    if (isOfTheCall(error)) throw error
    failure = error as Error
  }
  const done = () => (failure === null ? callback(null, ...results) : callback(failure))
  kernel.poolOperation(what, computing(of), () => {}, done, new AsyncResource('crosswire.native'))
}
