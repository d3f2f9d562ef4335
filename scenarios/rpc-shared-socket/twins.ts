// What a repaired client is asked for besides its own answers: it bears lost connections and answers that are none, keeps its log, and is
// as good as new where the program opens it anew.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type DispatcherSpec,
  disconnects,
  type Execution,
  echo,
  emptied,
  garbles,
  invariant,
  mockDispatcher,
  type Oracle,
  recovers,
  type Surroundings,
} from '../../harness/index.js'
import { addressOf } from '../support/address.js'
import type { connect as Connect, ToolClient } from './fixed.js'
import type { ToolClient as ClientById } from './fixed-by-ids.js'

/** A client, and what opens one like it. */
export interface Opened extends ToolClient, Partial<Pick<ClientById, 'waiting'>> {
  readonly connect: typeof Connect
}

export const LOG = 'calls.log'

/** Connections are lost, one after the other, and one answer is none; `ping` is spared, for whoever looks at the end. */
export const rough = (spec: DispatcherSpec, service: 'fifo' | 'concurrent'): DispatcherSpec =>
  mockDispatcher({
    ...spec,
    tools: { ...(spec.tools as object), ping: echo() },
    allow: [...(spec.allow ?? []), 'ping'],
    delay: 'uniform:0..50',
    service,
    connections: 'one-at-a-time',
    answersBy: { read_file: 'json-in-string' },
    faults: [disconnects({ tool: 'terminal' }), garbles({ tool: 'read_file' })],
  })

interface Observed {
  /** Lines of the log, without their times. */
  readonly log: readonly string[]
  /** Calls that wait although everybody is done. */
  readonly waiting: readonly string[]
  /** Two calls after the program has opened the client anew. */
  readonly anew: readonly unknown[]
  /** What a call comes to where nobody listens. */
  readonly elsewhere: unknown
}

export const observe = async (client: Opened, { dispatcher, dir }: Surroundings): Promise<Observed> => {
  const address = addressOf(dispatcher)
  const waiting = client.waiting?.() ?? []
  const log = (await readFile(join(dir, LOG), 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1))
  const again = client.connect(address)
  const anew = [await outcome(again.call('ping', 'late')), await outcome(again.call('ping', 'later'))]
  const elsewhere = await outcome(client.connect({ path: `${address.path}.elsewhere` }).call('ping', 'elsewhere'))
  return { log, waiting, anew, elsewhere }
}

const outcome = async (call: Promise<unknown>): Promise<unknown> =>
  call.catch(({ code, message }: NodeJS.ErrnoException) => code ?? message)

/** Calls of a tool that came to an end of that type. */
const callsIn = ({ history }: Execution, tool: string, type: 'invoke' | 'ok'): number =>
  history.filter((event) => event.actor !== 'dispatcher' && event.op === tool && event.type === type).length

const atTheEnd = (name: string, holds: (observed: Observed, execution: Execution) => true | string): Oracle =>
  invariant(name, (execution) => execution.observed === undefined || holds(execution.observed as Observed, execution))

export const demands: readonly Oracle[] = [
  recovers(),
  emptied({ tables: ({ observed }) => ({ 'the table of waiting calls': (observed as Observed).waiting }) }),
  atTheEnd('call-log', ({ log }, execution) => {
    const wrong = ['terminal', 'read_file'].find((tool) => {
      const lines = log.filter((line) => line === `sent ${tool}`).length
      return lines < callsIn(execution, tool, 'ok') || lines > callsIn(execution, tool, 'invoke')
    })
    return wrong === undefined || `the log has not got a line for each call of ${wrong}`
  }),
  atTheEnd('opened-anew', ({ anew, elsewhere }) => {
    if (String(anew) !== 'late,later') return `opened anew, it answered "late" and "later" with ${JSON.stringify(anew)}`
    return elsewhere === 'ENOENT' || `pointed at an address at which nobody listens, it said ${JSON.stringify(elsewhere)}`
  }),
]
