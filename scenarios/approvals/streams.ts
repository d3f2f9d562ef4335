// The streams: what a run says goes, piece by piece, to the client that started it.
import type { Client, RunContext, Scope } from './types.js'

export interface Streams {
  bind(context: RunContext, client: Client): void
  unbind(context: RunContext): void
  /** Says something in the run that the caller belongs to; nobody hears what belongs to none. */
  say(text: string): void
}

export const createStreams = (scope: Scope): Streams => {
  /** By run. */
  const clients = new Map<string, Client>()
  return {
    bind: ({ run }, client) => void clients.set(run, client),
    unbind: ({ run }) => void clients.delete(run),
    say(text) {
      const { session = '', run = '' } = scope.current() ?? {}
      clients.get(run)?.onDelta({ session, run, text })
    },
  }
}
