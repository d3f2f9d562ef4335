// Scenario: the session gateway of hermes-agent as it was released. Clients leave, come back, ask and close while it builds and reaps.
import { callers, echo, mockDispatcher, ofReleases, oneOf, scenario } from '../../../harness/index.js'
import { HERMES_AGENT } from '../releases.js'
import {
  agentsClosed,
  finalizedOnce,
  fits,
  isResumeWithoutRecord,
  liveRowsOpen,
  recordsStay,
  resumedStaysUsable,
  runsEnd,
  tableLocked,
  workersClosed,
} from './oracles.js'
import { seenIn } from './seen.js'

/** What takes long, at times longer than the grace time of 20 s. */
const slow = oneOf(0, 20, 25_000)
/** The grace time, in s: what is done then meets the reaper. */
const GRACE_S = 20

const inChat = (_: string, draw: number) => ({ chat: draw % 2 === 0 ? 'one' : 'two', afterS: draw % 4 < 2 ? 0 : GRACE_S })

export default scenario({
  name: 'hermes-tui',
  story:
    'A gateway reaps, resumes, builds and closes sessions at the same time: a session dies that was just resumed, or never ends.',
  dispatcher: mockDispatcher({
    tools: { build: echo(), spawn: echo(), turn: echo(), commit: echo(), end: echo(), stop: echo() },
    delay: slow,
  }),
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 2 },
    operations: {
      disconnect: () => ({}),
      resume: inChat,
      prompt: inChat,
      close: inChat,
      restart: inChat,
      branch: inChat,
      try: () => ({}),
      shutdown: (_, draw) => ({ afterS: draw % 2 === 0 ? 0 : GRACE_S }),
    },
  }),
  ...ofReleases(import.meta.url, {
    ...HERMES_AGENT,
    traced: ['tui_gateway/server.py', 'tui_gateway/ws.py'],
    asReleased: 'as_released.py',
  }),
  oracles: [
    fits(),
    tableLocked(),
    workersClosed(),
    agentsClosed(),
    runsEnd(),
    finalizedOnce(),
    resumedStaysUsable(),
    liveRowsOpen(),
    recordsStay(),
  ],
  races: [
    { id: 'tui-table-lock', oracle: 'table-locked', says: 'the reaper changes the table while another thread holds its lock' },
    {
      id: 'tui-restart-orphan',
      oracle: 'workers-closed',
      shows: (_, execution) =>
        (seenIn(execution)?.workers ?? []).some((each) => each.restarted && each.closed === 0 && !each.kept),
      says: 'a worker is restarted while its session is closed: nobody closes the new one',
    },
    { id: 'tui-init-orphan', oracle: 'workers-closed', says: 'a session ends while its worker starts: nobody closes the worker' },
    {
      id: 'tui-init-orphan',
      oracle: 'records-stay',
      shows: (_, execution) => isResumeWithoutRecord(execution),
      says: 'a session ends while it is resumed: its record is missing',
    },
    { id: 'tui-double-finalize', oracle: 'finalized-once', says: 'a shutdown and a close both commit and end a session' },
    {
      id: 'tui-disconnect-resume',
      oracle: 'resumed-stays-usable',
      says: 'a disconnect works on what it saw at its beginning: it closes or parks what was resumed since',
    },
    {
      id: 'tui-row-ended',
      oracle: 'live-rows-open',
      shows: (_, execution) => (seenIn(execution)?.finalized ?? []).some(({ reason }) => reason === 'ws_disconnect'),
      says: 'the teardown of a disconnect ends the stored row that a resume has opened again',
    },
    { id: 'tui-reap-prompt', oracle: 'runs-end', says: 'a session is reaped although a prompt was just accepted' },
    {
      id: 'tui-close-build',
      oracle: 'agents-closed',
      says: 'a session is closed while its agent is built: nobody closes the agent',
    },
  ],
})
