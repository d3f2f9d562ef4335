// Scenario: a store of jobs, an entry and a folder for each, from which jobs are removed while they run.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callers, type Execution, invariant, noLeaks, nothingComesBack, type Operation, scenario } from '../../harness/index.js'
import type { JobStore } from './fixed.js'

/** What lies in the folder at the end. */
interface Seen {
  readonly entries: readonly string[]
  readonly folders: readonly string[]
  readonly outside: boolean
}

const JOBS = ['job-1', 'job-2']
/** Most are there; one never was, and another leads out of the folder. */
const REMOVED = [...JOBS, ...JOBS, '../keep', '../keep', 'nobody']
const OUTSIDE = join('keep', 'notes.txt')

const seenIn = ({ observed }: Execution): Seen => (observed as Seen | undefined) ?? { entries: [], folders: [], outside: true }
const idOf = (input: unknown): string => (input as { readonly id: string }).id

/** A folder without an entry is one that nobody will ever remove. */
const agreement = invariant('entries-and-folders', (execution) => {
  const { entries, folders } = seenIn(execution)
  const orphans = folders.filter((folder) => !entries.includes(folder))
  return orphans.length === 0 || `the folder of ${orphans.join(' and ')} is there, and the job is not`
})

const outside = invariant('outside', (execution) => seenIn(execution).outside || 'a folder that belongs to no job was removed')

const noEntryComesBack = nothingComesBack({
  creates: () => [],
  removes: ({ op, input }, thing) => op === 'remove' && thing === `the entry of ${idOf(input)}`,
  present: (execution) => seenIn(execution).entries.map((id) => ({ thing: `the entry of ${id}` })),
})

const perform = ({ jobs }: { readonly jobs: JobStore }, { op, input, token }: Operation): Promise<unknown> =>
  op === 'run' ? jobs.run(idOf(input), () => sleep(20, token)) : jobs.remove(idOf(input))

export default scenario({
  name: 'job-remove',
  story: 'A job is removed while it runs: its folder is deleted, and the run makes it anew.',
  callers: callers({
    count: { min: 2, max: 4 },
    each: { min: 1, max: 3 },
    operations: {
      remove: (_, draw) => ({ id: REMOVED[draw % REMOVED.length] ?? 'nobody' }),
      run: (_, draw) => ({ id: JOBS[draw % JOBS.length] ?? 'job-1' }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'entry-only': () => import('./entry-only.js'),
    'folder-first': () => import('./folder-first.js'),
    'index-unlocked': () => import('./index-unlocked.js'),
    fixed: () => import('./fixed.js'),
  },
  open: ({ openJobs }, { dir }) => {
    writeFileSync(join(dir, 'jobs.json'), JSON.stringify({ 'job-1': 0, 'job-2': 0 }))
    for (const id of JOBS) mkdirSync(join(dir, 'output', id), { recursive: true })
    mkdirSync(join(dir, 'keep'))
    writeFileSync(join(dir, OUTSIDE), 'not a job')
    return { jobs: openJobs(dir) }
  },
  perform,
  observe: (_, { dir }): Seen => ({
    entries: Object.keys(JSON.parse(readFileSync(join(dir, 'jobs.json'), 'utf8'))),
    folders: readdirSync(join(dir, 'output')),
    outside: existsSync(join(dir, OUTSIDE)),
  }),
  oracles: [agreement, noEntryComesBack, outside, noLeaks()],
  expect: {
    faulty: 'entries-and-folders',
    'entry-only': 'entries-and-folders',
    'folder-first': 'outside',
    'index-unlocked': 'nothing-comes-back',
    fixed: 'pass',
  },
  races: [
    { id: 'folder-comes-back', oracle: 'entries-and-folders', says: 'the folder of a job that is gone is there' },
    { id: 'entry-comes-back', oracle: 'nothing-comes-back', says: 'a job that was removed is listed again' },
    { id: 'deleted-outside', oracle: 'outside', says: 'the removal of a job that never was deletes what belongs to no job' },
  ],
})
