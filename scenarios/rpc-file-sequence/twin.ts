// What the repaired client is asked for besides its own answers: it bears answers that are none, leaves no file of its own behind, and says
// what went wrong where it cannot read.
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DispatcherSpec,
  emptied,
  garbles,
  invariant,
  mockDispatcher,
  type Oracle,
  type Surroundings,
} from '../../harness/index.js'
import type { ToolClient } from './fixed.js'

export const addressOf = (dispatcher: Surroundings['dispatcher']): { readonly dir: string } => {
  if (dispatcher?.address.transport !== 'file') throw new TypeError('this client knows folders only')
  return { dir: dispatcher.address.dir }
}

export const rough = (spec: DispatcherSpec): DispatcherSpec =>
  mockDispatcher({ ...spec, answersBy: { read_file: 'json-in-string' }, faults: [garbles({ tool: 'terminal' })] })

interface Observed {
  /** Answers that nobody has taken away, and requests that nobody has finished writing. */
  readonly left: readonly string[]
  /** What a call comes to whose answer cannot be read. */
  readonly unreadable: unknown
}

export const observe = async (client: ToolClient, { dispatcher, workload }: Surroundings): Promise<Observed> => {
  const { dir } = addressOf(dispatcher)
  const left = (await readdir(dir)).filter((name) => name.startsWith('res_') || name.endsWith('.tmp'))
  const calls = workload.callers.flatMap(({ operations }) => operations).length
  await mkdir(join(dir, `res_${String(calls + 1).padStart(6, '0')}`))
  const unreadable = await client.call('terminal', {}).catch(({ code, message }: NodeJS.ErrnoException) => code ?? message)
  return { left, unreadable }
}

export const demands: readonly Oracle[] = [
  emptied({ tables: ({ observed }) => ({ 'the folder': (observed as Observed).left }) }),
  invariant('says-why', ({ observed }) => {
    if (observed === undefined) return true
    const { unreadable } = observed as Observed
    return unreadable === 'EISDIR' || `where the answer could not be read it said ${JSON.stringify(unreadable)}`
  }),
]
