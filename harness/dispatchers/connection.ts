// One connection of a dispatcher: requests come in, are recorded, wait for their turn and are answered.
import { DISPATCHER, type EventFacts, MALFORMED } from '../core/history.js'
import type { Desk, DeskSetting, Fate } from './desk.js'
import { type Answer, errorAnswer, type Parsed } from './messages.js'

/** Why an injected silence leaves a caller without an answer and without an error: what an `info` event says then. */
export const SILENCES: readonly string[] = ['drop', 'never', 'half-open']

/** What came behind this on its connection is never dealt with, and nothing is said of it: it waits for its turn behind a `never`. */
export const endsTheQueue = ({ type, error, inTurn }: EventFacts): boolean =>
  type === 'info' && error === 'never' && inTurn === true

/** The way back to whoever asked. */
export interface Wire {
  /** Sends the answer to what was read. */
  send(answer: Answer, to: Parsed): void | Promise<void>
  /** Sends what is no answer to what was read. */
  garble(to: Parsed): void | Promise<void>
  /** Closes the connection. */
  cut(): void
  /** Reads nothing more, and stays open. */
  mute(): void
}

export interface Connection {
  /** Takes what was read; settles when it is dealt with, which for `never` is never. Does not reject. */
  take(parsed: Parsed): Promise<void>
  /** The peer is gone: nothing is answered any more. */
  lost(): void
}

/** Makes the connection called `name` in the history. */
export type Connect = (name: string, wire: Wire) => Connection

interface Job {
  readonly parsed: Parsed
  /** Pairs the events of this request. */
  readonly call: number
  /** Records what became of it; `message` is its ordinal among the messages in that direction. */
  record(event: Pick<EventFacts, 'type' | 'input' | 'output' | 'error' | 'inTurn'>, message: number): void
}

export const createConnect = (setting: DeskSetting, desk: Desk): Connect => {
  const { spec, pauses, hold } = setting
  return (name, wire) => {
    let sent = 0
    /** Empty while the connection lives, then why nothing is answered any more. */
    let over = ''
    const admit = createRegister(setting, name)

    const silenceFacts = spec.service === 'concurrent' ? {} : { inTurn: true as const }
    const swallow = (job: Job, why: string): void =>
      job.record({ type: 'info', error: why, ...(SILENCES.includes(why) ? silenceFacts : {}) }, sent)
    const end = (job: Job, why: string, rest: string): void => {
      over = rest
      swallow(job, why)
    }
    const answer = async ({ parsed, record }: Job, what: Answer): Promise<void> => {
      const message = ++sent
      // Recorded before it is sent: once bytes are under way a caller may be the first to speak of them.
      if ('error' in what) record({ type: 'fail', error: what.error.message }, message)
      else record({ type: 'ok', output: what.result }, message)
      await wire.send(what, parsed)
    }
    const deliver = async (job: Job, { answer: what, fault }: Fate): Promise<void> => {
      switch (fault) {
        case 'drop':
          return swallow(job, 'drop')
        case 'garble':
          sent++
          swallow(job, 'garble')
          return wire.garble(job.parsed)
        case 'half-open':
          end(job, 'half-open', 'half-open')
          return wire.mute()
        case 'disconnect':
          end(job, 'disconnect', 'connection closed')
          return wire.cut()
        case 'crash':
          end(job, 'crash', 'connection closed')
          return setting.onCrash()
        case 'duplicate':
          await answer(job, what)
          return answer(job, what)
        default:
          return answer(job, what)
      }
    }
    const serve = async (job: Job): Promise<void> => {
      if (over !== '') return swallow(job, over)
      const { parsed } = job
      if (!parsed.ok) return answer(job, errorAnswer(`malformed request: ${parsed.problem}`))
      const fate = await desk(parsed.request, name)
      if (fate.delayMs === null) {
        swallow(job, 'never')
        return new Promise(() => {})
      }
      if (fate.delayMs > 0) await pauses.sleep(fate.delayMs)
      if (hold !== undefined) await hold(job.call)
      return over === '' ? deliver(job, fate) : swallow(job, over)
    }
    const queue = spec.service === 'concurrent' ? serve : inTurn(serve)
    return {
      take: (parsed) => (over === '' ? queue(admit(parsed)).catch(setting.onFailure) : Promise.resolve()),
      lost() {
        if (over === '') over = 'connection closed'
      },
    }
  }
}

/** Records requests as they arrive. */
const createRegister = ({ recorder }: DeskSetting, connection: string) => {
  let received = 0
  return (parsed: Parsed): Job => {
    const call = recorder.nextCall()
    const op = parsed.ok ? parsed.request.tool : MALFORMED
    const record: Job['record'] = (event, message) =>
      recorder.record({ actor: DISPATCHER, call, op, ...event, via: { connection, message } })
    record({ type: 'invoke', input: parsed.ok ? parsed.request.args : parsed.text }, ++received)
    return { parsed, call, record }
  }
}

/** One after the other; the first of a queue begins at once. */
const inTurn = <T>(work: (item: T) => Promise<void>): ((item: T) => Promise<void>) => {
  let tail: Promise<void> | null = null
  return (item) => {
    const done = tail === null ? work(item) : tail.then(() => work(item))
    const mine = done.finally(() => {
      if (tail === mine) tail = null
    })
    tail = mine
    return mine
  }
}
