// What the explanations of the registry's races must name, by what stands on the lines: it follows when the subjects are edited.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PairEnd, Place } from '../../harness/core/explanation.js'
import type { SearchReport } from '../../harness/core/report.js'
import type { Deciding, End } from './deciding.js'
import { IN_PACKAGES } from './deciding-in-packages.js'
import { IN_PYTHON, UNTOLD_IN_PYTHON } from './deciding-in-python.js'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: lines of code
const NOTED = 'await note(`sent ${tool}`)'
const QUESTION = 'const choice = await permission(call)'
const ASKED = "put(question, bound.client).catch(() => settle(id, 'deny')) // nobody has seen it"
const SAID = "say(choice === 'deny' ? `${call.command}: denied` : await workers.execute(profile, call.command))"
const RECALLED = 'const answer = await client.prompt(session, `recall ${text}`)'
const READS = 'else await controls.pause(`${name} reads ${id}`)'
const WRITES = "await writeFile(draft, JSON.stringify(how === 'strike' ? others : { ...others, [id]: runs + 1 }))"
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: lines of code
const HESITATED = 'if (afterMs > 0) await sleep(afterMs)'
const READ = 'return resultOf(await readLine(connection))'

/** By variant. Each that fails stands here or in `UNTOLD`. */
export const DECIDING: Readonly<Record<string, Deciding>> = {
  // Whoever begins to read first takes the answer.
  'rpc-shared-socket/faulty': {
    pair: [
      [NOTED, READ],
      [NOTED, READ],
    ],
  },
  'rpc-shared-socket/lock-on-send-only': {
    pair: [
      [NOTED, READ],
      [NOTED, READ],
    ],
  },
  'rpc-shared-socket/lock-after-connect': 'nothing',
  'rpc-shared-socket/lock-undeclared': 'nothing',
  // Both of their requests have one number: who looks for the answer to it, and when, decides who gets whose.
  'rpc-file-sequence/faulty': {
    pair: [
      ['await draft.writeFile(JSON.stringify({ tool, args, seq }))', 'await draft.close()'],
      ["const text = await readFile(path, 'utf8').catch(absent)", 'await sleep(waitMs)'],
    ],
  },
  // Both have their number before either of them reads it again, in every order.
  'rpc-file-sequence/lock-on-increment-only': 'nothing',
  ...IN_PACKAGES,
  ...IN_PYTHON,
  // Runs that end in the reverse order of their beginnings do no harm: then each restores what was there before it.
  'approval-context/faulty': {
    data: "Had the dispatcher's complete taken 11 ms, all would have been well (checked).",
    at: "const calls = (await service.ask('complete', { prompt })) as readonly ToolCall[]",
  },
  'approval-context/stack-of-contexts': {
    data: "Had the dispatcher's complete taken 11 ms, all would have been well (checked).",
    at: "const calls = (await service.ask('complete', { prompt })) as readonly ToolCall[]",
  },
  // A command outside of every run is asked in the last one, whichever that was.
  'approval-context/fallback-to-last': 'nothing',
  'approval-context/enter-with': 'nothing',
  // Whose run is on when the batch is flushed is a matter of when the model has answered.
  'approval-context/read-at-flush': {
    data: "Had the dispatcher's complete taken 21 ms, all would have been well (checked).",
    at: "const calls = (await service.ask('complete', { prompt })) as readonly ToolCall[]",
  },
  // A run whose row cannot be read ends at once, and takes the setting away from the other, which then looks whether it has to ask.
  'approval-context/setting-as-flag': {
    data: "Had the dispatcher's load taken 11 ms, all would have been well (checked).",
    at: null,
  },
  // A run fails, or it ends: no order changes what it leaves.
  'approval-context/setting-unless-failed': 'nothing',
  'approval-context/setting-as-text': 'nothing',
  // The second question is answered before the first, which is the oldest of its session.
  'approval-routing/faulty': {
    pair: [
      [QUESTION, null],
      [QUESTION, SAID],
    ],
  },
  // Answers come late, ten seconds after their questions have expired, in every order.
  'approval-routing/by-id-or-oldest': 'nothing',
  // Two sessions ask at the same time, and both questions are sent under one id.
  'approval-routing/ids-by-session': {
    pair: [
      [ASKED, null],
      [ASKED, null],
    ],
  },
  'approval-routing/expired-entry-stays': 'nothing',
  // The answer is there before the question is in the table.
  'approval-routing/notify-then-enqueue': {
    pair: [
      [READS, null],
      ['await put({ id, path, session, run, command, allowPermanent, timeoutMs }, bound.client)', null],
    ],
  },
  // The first run is cleaned up while the second one asks: with another delay it has not asked yet.
  'approval-routing/cleanup-by-session': {
    data: "Had the dispatcher's save taken 11 ms, all would have been well (checked).",
    at: null,
  },
  // Both have looked before one of them has loaded anything.
  'approval-routing/check-then-start': 'nothing',
  'approval-routing/destroy-without-abort': 'nothing',
  'approval-routing/destroy-forgets-a-table': 'nothing',
  // Both look in the step in which they begin, before anything can be loaded.
  'cache-get-or-create/faulty': 'nothing',
  'cache-get-or-create/lock-on-each-access': 'nothing',
  // Whoever comes second finds the place that the first one has reserved, in the step in which both begin.
  'cache-get-or-create/reserved-first': 'nothing',
  // All answers would come at once, and both would ask in one step: that one comes by itself has one of them look before the other is done.
  'cache-get-or-create/look-before-create': {
    data:
      'Of what the server sent on connection dispatcher.sock main/2, the first write was read by itself. ' +
      'Had all of it been read at once, all would have been well (checked).',
    at: null,
  },
  // What is held up waits for an answer that never comes.
  'cache-get-or-create/one-lock': {
    data: "The dispatcher's load never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // Whoever begins a session has it before the load that was under way is over, and makes another one.
  'cache-new-session/faulty': {
    pair: [
      ['await rows.create(session.id)', null],
      ['if (messages === null) await rows.create(id)', 'await sleep(EVERY_MS)'],
    ],
  },
  // Both begin a session before one is in the table.
  'cache-new-session/lock-on-each-access': 'nothing',
  // The new session is in the table before the old one is, which was asked for at the same time; afterwards it would be a third one.
  'cache-new-session/load-unlocked': {
    data: "Had the dispatcher's create taken 20 ms, this would not have happened (checked).",
    at: null,
  },
  // Creating takes so long that the old session is loaded in the meantime, and found to have the table for itself.
  'cache-new-session/second-look': {
    data: "The dispatcher's create took 20 ms. Had it taken its usual time, all would have been well (checked).",
    at: null,
  },
  'cache-new-session/one-lock': {
    data: "The dispatcher's create never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // All of it happens within one second of the clock.
  'cache-new-session/id-by-second': 'nothing',
  // The writer comes 50 ms after the message, which is longer than a deletion takes.
  'cache-delete/faulty': 'nothing',
  'cache-delete/lock-on-each-access': 'nothing',
  // The load has been sent before the removal, in the step in which both begin.
  'cache-delete/second-look': 'nothing',
  // The writer stores the message again after the store has removed it, and before the session is told to be gone.
  'cache-delete/store-first': {
    pair: [
      ['await sleep(EVERY_MS)', 'await rows.append(session.id, text)'],
      ['await rows.remove(aliases.get(key) ?? key)', null],
    ],
  },
  'cache-delete/one-lock': {
    data: "The dispatcher's remove never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // The writer and whoever flushes save the same session in every order: saving takes longer than either waits.
  'cache-flush/faulty': 'nothing',
  'cache-flush/lock-on-each-access': 'nothing',
  // The saving has begun, with what was unsaved then, before the message comes that is forgotten when it ends.
  'cache-flush/forgets-all': {
    pair: [
      ['await sleep(EVERY_MS)', 'for (const text of [...session.unsaved]) await rows.append(session.id, text)'],
      [HESITATED, null],
    ],
  },
  // The messages are taken out, and the first of them is sent, before the session is deleted.
  'cache-flush/taken-first': {
    pair: [
      ['await sleep(EVERY_MS)', 'for (const text of texts) await rows.append(id, text)'],
      [HESITATED, 'await rows.remove(id)'],
    ],
  },
  // A flush takes longer than anybody hesitates to come, in every order.
  'cache-flush/live-iterator': 'nothing',
  // A session is begun anew while its old one is saved, which takes its place in the table.
  'cache-flush/puts-back': 'nothing',
  'cache-flush/one-lock': {
    data: "The dispatcher's append never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // The session is taken out of the table, without an agent yet, before the start comes to put its agent and worker into it.
  'session-reap/faulty': {
    pair: [
      ["await store.ask('commit', { session: id })", 'await discard(session)'],
      ['const made = await equip(state, id)', null],
    ],
  },
  // The reaper has found nobody attached, and takes the session away, before the one comes who has resumed it meanwhile: that has another lock.
  'session-reap/table-lock-only': {
    pair: [
      ["await store.ask('commit', { session: id })", 'await discard(session)'],
      ["prompt: (_, { session = '', text = '' }) => turns.prompt(session, text),", null],
    ],
  },
  // Whoever asked has the answer, and closes the session, before the fresh worker is there that is put into it: both of them.
  'session-worker/faulty': {
    pair: [
      [RECALLED, 'await client.close(session)'],
      ['session.worker = await state.startWorker(session.id)', null],
    ],
  },
  'session-worker/checked-at-start': {
    pair: [
      [RECALLED, 'await client.close(session)'],
      ['session.worker = await state.startWorker(session.id)', null],
    ],
  },
  // A worker that is killed takes no helper with it.
  'session-worker/killed-at-once': 'nothing',
  // The folder is removed, and then the run, which does not look whether its job is still there, makes it again.
  'job-remove/faulty': {
    pair: [
      ['await rm(folderOf(id), { recursive: true, force: true })', null],
      ['const jobs = await read()', 'await mkdir(folderOf(id), { recursive: true })'],
    ],
  },
  // Both have read the file before one of them writes it: whoever writes it last brings back what the other has struck.
  'job-remove/index-unlocked': {
    pair: [
      [WRITES, 'await rename(draft, index)'],
      [WRITES, 'await rename(draft, index)'],
    ],
  },
  // Nobody removes the folder.
  'job-remove/entry-only': 'nothing',
  // Whatever lies there is removed before anybody looks whether it is of a job.
  'job-remove/folder-first': 'nothing',
  // The row is opened again before the teardown has ended it.
  'session-resume/faulty': {
    pair: [
      ['resumeLocks.alone(id, async () => {', "const row = (await store.ask('reopen', { session: id })) as Row | null"],
      ["await store.ask('commit', { session: id })", "const said = await store.ask('read', { session: id })"],
    ],
  },
  // The session is resumed before the loop over what the old connection had comes to it.
  'session-resume/snapshot-funnel': {
    pair: [
      ['resumeLocks.alone(id, async () => {', "const said = await store.ask('read', { session: id })"],
      ['if (session.closeOnDisconnect) await end(session).catch(warn)', 'return { agent, worker: await startWorker(session) }'],
    ],
  },
  // A turn takes longer than the grace time.
  'session-resume/one-shot-reaper': 'nothing',
  // Whatever ends a session in two ways at a time does so before anything is answered; a turn takes longer than the grace time.
  'session-teardown/faulty': 'nothing',
  'session-teardown/funnel-under-lock': 'nothing',
  'session-teardown/reaps-in-a-turn': 'nothing',
  'session-teardown/agent-forgotten': 'nothing',
  // What is held up waits for an answer that never comes.
  'session-stall/faulty': {
    data: "The dispatcher's build never came. Had it come, all would have been well (checked).",
    at: null,
  },
  'session-stall/teardown-under-lock': {
    data: "The dispatcher's commit never came. Had it come, all would have been well (checked).",
    at: null,
  },
  'session-stall/one-resume-lock': {
    data: "The dispatcher's read never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // The list is asked for, by a client that was told that there is no such session, before its teardown has ended.
  'session-list/faulty': {
    pair: [
      ['list: async () => list(),', null],
      ['await ending', null],
    ],
  },
  // Whoever is not attached is hidden, and what is no number ends a grace time, in every order.
  'session-list/attached-only': 'nothing',
  'session-list/unchecked-settings': 'nothing',
  // A client that vanishes is never noticed.
  'session-resume/keep-alive-only': 'nothing',
  'session-resume/pings-only': 'nothing',
}

const IN_ONE_STEP =
  'both runs end in one step, in which the worker has answered both: it names the last approval of the one and the end of the other, and approvals in another order are well'

/** By variant: what the explanation lacks, so that nothing which it names is asserted. Whoever mends that writes an entry of `DECIDING`. */
export const UNTOLD: Readonly<Record<string, string>> = {
  'npm/cacheable-888/faulty':
    'two misses that come at the same time need no order; those that come apart are well, and nothing tells how',
  'npm/session-file-store-55/faulty': 'the order of both answers is named, in the place of the touch that comes after the choice',
  'npm/session-file-store-55/touch-loads-anew':
    'the order of both answers is named, in the place of the choice between the load of a touch and its write',
  'approval-context/depth-across-await': IN_ONE_STEP,
  'approval-context/setting-by-each-run': IN_ONE_STEP,
  ...UNTOLD_IN_PYTHON,
}

/** What the first counterexample's explanation names. */
export const decidingIn = ({ counterexamples: [first] }: SearchReport): Deciding => {
  const { decides = null, pair = null, sentence = null, waiting = [] } = first?.explanation ?? {}
  if (decides === 'nothing' || decides === null) return decides
  const [waits] = waiting
  if (waits !== undefined && waits.isAsker !== true)
    return { struck: Object.fromEntries(waiting.map(({ actor, at }) => [actor, textAt(at)])) }
  if (pair !== null) return { pair: [endOf(pair[0]), endOf(pair[1])] }
  return sentence === null ? null : { data: sentence, at: waits === undefined ? null : textAt(waits.at) }
}

const endOf = ({ at, until }: PairEnd): End => [textAt(at), until === null ? null : textAt(until)]

const textAt = ({ file, line }: Place): string => readFileSync(resolve(file), 'utf8').split('\n')[line - 1]?.trim() ?? ''
