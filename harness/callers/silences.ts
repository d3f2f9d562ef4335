// What a dispatcher's own record tells about its requests: which were answered, and whether an injected fault has swallowed any.
import type { DispatcherSpec } from '../core/dispatcher-spec.js'
import type { EventFacts, HistoryRecorder } from '../core/history.js'
import { carries } from '../core/tokens.js'
import { SILENCES } from '../dispatchers/connection.js'

export interface Silences {
  /** The recorder for a dispatcher: what it records is recorded, and read. */
  recorderFor(transport: DispatcherSpec['transport']): HistoryRecorder
  /** The same for what a dispatcher elsewhere has recorded: it is read, no more. */
  hear(event: EventFacts, transport: DispatcherSpec['transport']): void
  /** A fault has swallowed a request (a drop, a `never`, a half-open connection): its caller waits through no fault of the subject. */
  readonly happened: boolean
  /** The last request that carries the token was answered, or its connection closed: its caller ought to know. */
  wasAnswered(token: string): boolean
}

interface Seen {
  readonly input: unknown
  answered: boolean
}

export const watchSilences = (recorder: HistoryRecorder): Silences => {
  const requests = new Map<number, Seen>()
  let happened = false
  const hear = ({ type, call, input, error = '' }: EventFacts, transport: DispatcherSpec['transport']): void => {
    const silences = transport === 'file' ? OF_FILES : SILENCES
    const request = requests.get(call)
    if (request === undefined) requests.set(call, { input, answered: false })
    else if (type === 'info' && silences.includes(error)) happened = true
    else request.answered = true
  }
  return {
    get happened() {
      return happened
    },
    wasAnswered(token) {
      const mine = [...requests.values()].filter(({ input }) => carries(input, token))
      return mine.at(-1)?.answered === true
    },
    hear,
    recorderFor: (transport) => ({
      record(event) {
        recorder.record(event)
        hear(event, transport)
      },
      nextCall: () => recorder.nextCall(),
    }),
  }
}

/** Files have no connection that a crash could cut: it is as silent as a drop. */
const OF_FILES = [...SILENCES, 'crash']
