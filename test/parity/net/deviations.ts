// Where the simulated network differs from a real one, and why. What still has to agree is named for each.
import { type Deviation, without } from '../deviation.js'

/** The events of each participant in their order; the order between participants is left open. */
const byParticipant = (log: readonly string[]): readonly string[] => {
  const who = (line: string): string => (/^(\w+( \d+)?)/.exec(line) as RegExpExecArray)[0]
  const names = [...new Set(log.map(who))].sort()
  return names.flatMap((name) => log.filter((line) => who(line) === name))
}

const BUFFER =
  'A simulated socket takes 64 KiB before its writer waits. Linux takes more (208 KiB over unix sockets, up to some MiB over ' +
  'loopback TCP), but an application may not count on it, and what happens when a buffer is full should be met often.'

export const deviations: readonly Deviation[] = [
  { script: 'a megabyte arrives whole', family: 'tcp', reason: BUFFER, agree: without(/^write (true|false)$/) },
  { script: 'two sockets piped into each other', reason: BUFFER, agree: without(/ drain$/) },
  {
    script: 'one closes, another one connects at once',
    reason:
      'Two sockets become ready in one turn of the loop, one of which has only begun to read in that turn. epoll registers it at ' +
      'the end of the turn, behind sockets that became ready later; the kernel lists both in the order in which they became ready. ' +
      'The order is open in any case: random schedules take both.',
    agree: byParticipant,
  },
  {
    script: 'the ports of both ends',
    reason:
      'A server that asks for any port gets one that no server had before, beginning at 32768; clients have ports from 61000 on, ' +
      'counted in each execution.',
    agree: without(/^port /),
  },
  {
    script: 'an http server loses patience with a client that never completes its request',
    reason:
      '`headersTimeout` and `requestTimeout` of an http server are measured in real time by native code. Here they strike where ' +
      'nothing else can move any more, so that a client that waits for its 408 gets it; they never race with anything.',
    agree: without(/^an unhurried timer fires$/),
  },
]
