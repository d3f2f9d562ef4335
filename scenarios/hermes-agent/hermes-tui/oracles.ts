// What the gateway owes its clients: what it starts it ends, once, and a chat that was resumed stays usable.
import { type Execution, exactlyOnce, invariant, type Oracle } from '../../../harness/index.js'
import { type Deed, deedsIn, type Seen, seenIn } from './seen.js'

/** Nothing is claimed of a gateway that answers in a way that is not known: see `fits`. */
const ofSeen = (name: string, holds: (seen: Seen, execution: Execution) => true | string): Oracle =>
  invariant(name, (execution) => {
    const seen = seenIn(execution)
    return seen === null || strangeIn(execution) !== undefined || holds(seen, execution)
  })

/** Nobody changes the table of sessions while another one holds its lock. */
export const tableLocked = (): Oracle =>
  ofSeen('table-locked', ({ breaches: [first] }) => first === undefined || `a thread ${first} while another one holds the lock`)

/** A worker that is nobody's any more is closed. */
export const workersClosed = (): Oracle =>
  ofSeen('workers-closed', ({ workers }) => {
    const left = workers.find(({ closed, kept }) => closed === 0 && !kept)
    return left === undefined || `the worker of ${left.key} runs on, and no session has it`
  })

export const agentsClosed = (): Oracle =>
  ofSeen('agents-closed', ({ agents }) => {
    const left = agents.find(({ closed, kept }) => closed === 0 && !kept)
    return left === undefined || `the agent of ${left.key} is not closed, and no session has it`
  })

/** A run that was accepted is not cut off by the end of its session, unless somebody asked for that end. */
export const runsEnd = (): Oracle =>
  ofSeen('runs-end', ({ agents, chats }, { history }) => {
    const asked = endsAskedFor(deedsIn(history))
    const cut = agents.find((agent) => agent.cut && !asked.some(({ chat }) => chat === null || chats[chat] === agent.key))
    return cut === undefined || `the agent of ${cut.key} was closed in the middle of a run`
  })

const endsAskedFor = (deeds: readonly Deed[]): Deed[] => deeds.filter(({ op }) => op === 'close' || op === 'shutdown')

/** A chat is committed and ended once in each of its lives; each has an agent of its own. */
export const finalizedOnce = (): Oracle =>
  exactlyOnce({
    name: 'finalized-once',
    what: 'session',
    verb: 'finalized',
    done: (execution) => {
      const seen = strangeIn(execution) === undefined ? seenIn(execution) : null
      const { finalized = [], agents = [] } = seen ?? {}
      const lives = (key: string): number => agents.filter((agent) => agent.key === key).length
      const counts = new Map<string, number>()
      return finalized.map(({ key }) => {
        const count = counts.get(key) ?? 0
        counts.set(key, count + 1)
        return `${key}, life ${Math.min(count + 1, Math.max(1, lives(key)))}`
      })
    },
  })

/** A resume that was answered, and that nothing can have undone since: whoever asked is connected still. */
const lastingResumes = ({ chats, connected }: Seen, { history }: Execution) => {
  const deeds = deedsIn(history)
  return deeds.flatMap((resume) => {
    if (resume.op !== 'resume' || !resume.ok || resume.chat === null || !connected.includes(resume.token)) return []
    const mayUndo = ({ op, chat, end }: Deed): boolean =>
      end > resume.begin && (op === 'shutdown' || (op === 'close' && chat === resume.chat))
    if (deeds.some(mayUndo)) return []
    return [{ ...resume, key: chats[resume.chat] ?? '', session: (resume.output as { readonly session: string }).session }]
  })
}

/** It is in the table under the id that its client was told, and speaks to somebody who is there. */
export const resumedStaysUsable = (): Oracle =>
  ofSeen('resumed-stays-usable', (seen, execution) => {
    for (const { session, chat } of lastingResumes(seen, execution)) {
      const record = seen.table.find((each) => each.session === session)
      if (record === undefined) return `chat ${chat} was resumed as ${session}, which is gone`
      if (record.finalized) return `chat ${chat} was resumed as ${session}, which is finalized`
      if (!seen.connected.includes(record.bound ?? '')) return `chat ${chat} was resumed as ${session}, which speaks to nobody`
    }
    return true
  })

/** What is live is not ended in the store. */
export const liveRowsOpen = (): Oracle =>
  ofSeen('live-rows-open', (seen, execution) => {
    const live = lastingResumes(seen, execution).filter(({ session }) => seen.table.some((each) => each.session === session))
    const ended = live.find(({ key }) => seen.rows[key]?.ended === true)
    return ended === undefined || `chat ${ended.chat} was resumed, and its stored row is ended`
  })

/** Of a resume, which says so, or of the creation of a chat, which falls over it. */
const MISSING_RECORD = /^(Refused: 5000: resume failed|KeyError): '[0-9a-f]{8}'$/

/** Whoever makes a record finds it when it goes on. */
export const recordsStay = (): Oracle =>
  invariant('records-stay', ({ history }) => {
    const lost = deedsIn(history).find(({ error }) => MISSING_RECORD.test(error))
    return lost === undefined || `${lost.op} has lost the record of the session that it makes`
  })

export const isResumeWithoutRecord = ({ history }: Execution): boolean =>
  deedsIn(history).some(({ op, error }) => op === 'resume' && MISSING_RECORD.test(error))

/** Answers that clients have to expect: the session is gone, its row is not there, it is busy. */
const EXPECTED = /^Refused: (4001|4007|4008|4009): /

const strangeIn = ({ history }: Execution): Deed | undefined =>
  deedsIn(history).find(({ error }) => error !== '' && !EXPECTED.test(error) && !MISSING_RECORD.test(error))

/** An answer that this scenario does not know says that it does not fit the release: then nothing is claimed. */
export const fits = (): Oracle => ({
  name: 'fits',
  judge: (execution) => {
    const strange = strangeIn(execution)
    return strange === undefined
      ? { oracle: 'fits', outcome: 'pass', message: 'every answer is known' }
      : { oracle: 'fits', outcome: 'unknown', message: `${strange.op} was answered in a way that is not known: ${strange.error}` }
  },
})
