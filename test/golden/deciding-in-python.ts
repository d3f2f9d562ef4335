// What the explanations of the races of subjects in Python must name. Their threads can be interrupted at each access, so an end is right
// where the access that decides is made, on that line or in what it calls, or where its thread goes on and makes it before it waits again.
import type { Deciding } from './deciding.js'

/** By variant. */
export const IN_PYTHON: Readonly<Record<string, Deciding>> = {
  // Both number their requests when both have counted.
  'rpc-file-sequence-python/faulty': {
    pair: [
      ['_seq += 1', null],
      ['number = f"{_seq:06}"', null],
    ],
  },
  'rpc-file-sequence-python/number-read-outside': {
    pair: [
      ['_seq += 1', null],
      ['seq = _seq', null],
    ],
  },
  // The name of the lock is wrong.
  'rpc-shared-socket-python/lock-undeclared': 'nothing',
  // The connection is there for everybody before it is connected.
  'rpc-shared-socket-python/published-early': {
    pair: [
      ['sock.sendall(_line(tool, args))', null],
      ['_sock.connect(_address)', null],
    ],
  },
  // The run ends after the folder has been removed, and makes it again.
  'job-remove-python/faulty': {
    pair: [
      ['shutil.rmtree(self._folder_of(job), ignore_errors=True)', null],
      ['time.sleep(given["takesMs"] / 1000)', null],
    ],
  },
  // Nobody removes the folder.
  'job-remove-python/entry-only': 'nothing',
  // Whatever lies there is removed before anybody looks whether it is of a job.
  'job-remove-python/folder-first': 'nothing',
  // The one looks before the other has its session, and puts it into the table.
  'cache-get-or-create-python/faulty': {
    pair: [
      ['session = self.sessions.get(key)', null],
      ['session = self.load(key)', null],
    ],
  },
  'cache-get-or-create-python/lock-on-each-access': {
    pair: [
      ['with self._table_lock:', null],
      ['session = self.load(key)', null],
    ],
  },
  // The one goes on from its load, and looks again, before the other, which has looked again, has put its session there.
  'cache-get-or-create-python/look-before-create': {
    pair: [
      ['messages = self.rows.load(id)', null],
      ['session = self.sessions[key] = Session(key, id, messages or ())', null],
    ],
  },
  // What is held up waits for an answer that never comes.
  'cache-get-or-create-python/one-lock': {
    data: "The dispatcher's load never came. Had it come, all would have been well (checked).",
    at: null,
  },
  'cache-new-session-python/one-lock': {
    data: "The dispatcher's create never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // All of it happens within one second of the clock.
  'cache-new-session-python/id-by-second': 'nothing',
  // The session is removed while the writer saves another one; then it saves this one.
  'cache-delete-python/faulty': {
    pair: [
      ['self.rows.remove(self.aliases.get(key, key))', null],
      ['self._ask("append", {"session": id, "text": text})', null],
    ],
  },
  'cache-delete-python/one-lock': {
    data: "The dispatcher's remove never came. Had it come, all would have been well (checked).",
    at: null,
  },
  // The writer and whoever flushes save the same sessions: saving all of them takes longer than anybody is slow.
  'cache-flush-python/faulty': 'nothing',
  // The saving begins, with what is unsaved then, before the message comes that is forgotten when it ends.
  'cache-flush-python/forgets-all': {
    pair: [
      ['time.sleep(EVERY_S)', null],
      ['opened.cache.say(key, text)', null],
    ],
  },
}

const LINE_BEFORE =
  'it names the line before, which sets the alias: what decides is the next one, which puts the session into the table'

/**
 * By variant: what the explanation lacks. What is said to decide instead was tried: turned round alone it is well, or what is named was
 * turned round in vain.
 */
export const UNTOLD_IN_PYTHON: Readonly<Record<string, string>> = {
  'rpc-file-sequence-python/lock-on-increment-only':
    'it names a delay, without which a caller still waits in vain for its answer: what decides is that a number is read anew after the other has counted',
  'rpc-shared-socket-python/faulty': 'its lines are right, but the second of the two reads that it means is one of the next call',
  'rpc-shared-socket-python/lock-on-send-only':
    'it names where the one takes the lock to send, and the start of the other, which has no line: what decides is who reads first',
  'rpc-shared-socket-python/lock-after-connect':
    'it names where the one connects, and where the call of the other begins: what decides is that this one looks before that one has stored its connection',
  'job-remove-python/looked-again':
    'it names where the removal takes the lock to strike the job out: what decides is when it removes the folder',
  'cache-get-or-create-python/reserved-first':
    'it names where whoever comes second makes a session of its own, for nothing: what decides is when it reads the messages of the reserved one',
  'cache-new-session-python/faulty': LINE_BEFORE,
  'cache-new-session-python/lock-on-each-access': LINE_BEFORE,
  'cache-delete-python/store-first':
    'it names the line before, which marks the session as gone: what decides is the next one, which clears what is unsaved',
  'cache-delete-python/table-first':
    'it names where the call of whoever deletes begins: what decides is when the store is asked to remove the session',
  'cache-flush-python/live-view':
    'it tells that nothing decides: a flush that begins once the new session is in the table is well, and no schedule that is tried holds it back so long',
}
