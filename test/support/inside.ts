// Runs code inside an execution and gives its value back, with every interception of clocks and chance in place.
import type { Execution } from '../../harness/core/execution.js'
import { calm, type Policy } from '../../harness/core/policy.js'
import type { ExecutionSettings } from '../../harness/core/runtime.js'
import { installAll } from '../../harness/runtimes/node/intercept/index.js'
import { run } from './run.js'

installAll()

/** What `body` returns inside an execution that completes; throws what tells why it did not. */
export const inside = async <T>(
  body: () => T | Promise<T>,
  policy: Policy = calm,
  settings: Partial<ExecutionSettings> = {},
): Promise<T> => {
  const box: { value?: { of: T } } = {}
  const execution = await run(
    async () => {
      box.value = { of: await body() }
    },
    policy,
    settings,
  )
  if (box.value === undefined) throw ended(execution)
  return box.value.of
}

const ended = ({ end }: Execution): Error => new Error(`${end.kind}: ${end.message}`, { cause: end.error })
