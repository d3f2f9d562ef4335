// Scenario: a store of jobs, an entry and a folder for each, from which jobs are removed while they run.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callers, noLeaks, type Operation, scenario } from '../../harness/index.js'
import type { JobStore } from './fixed.js'
import {
  agreement,
  everyPrintKeptOnce,
  hasOrphans,
  idOf,
  JOBS,
  noEntryComesBack,
  noJobRunsAgain,
  outside,
  removalsTold,
  runsWhatIsThere,
  type Seen,
} from './judges.js'

/** Most are there; others never were: one of these leads out of the folder, and one is the name of what every object has. */
const REMOVED = [...JOBS, ...JOBS, '../keep', '../keep', 'constructor']
const RUN = [...JOBS, ...JOBS, ...JOBS, 'constructor']
const OUTSIDE = join('keep', 'notes.txt')

interface Scene {
  readonly jobs: JobStore
  readonly worked: string[]
}

const perform = ({ jobs, worked }: Scene, { op, input, token }: Operation): Promise<unknown> => {
  if (op === 'remove') return jobs.remove(idOf(input))
  return jobs.run(idOf(input), () => {
    worked.push(token)
    return sleep((input as { readonly takesMs: number }).takesMs, token)
  })
}

/** Of the jobs whose folder is there. */
const printsIn = (output: string): string[] =>
  readdirSync(output).flatMap((id) => readdirSync(join(output, id)).map((name) => readFileSync(join(output, id, name), 'utf8')))

export default scenario({
  name: 'job-remove',
  story: 'A job is removed while it runs: its folder is deleted, and the run makes it anew.',
  callers: callers({
    count: { min: 3, max: 4 },
    each: { min: 1, max: 3 },
    operations: {
      remove: (_, draw) => ({ id: REMOVED[draw % REMOVED.length] ?? '' }),
      // Some are over at once.
      run: (_, draw) => ({ id: RUN[draw % RUN.length] ?? '', takesMs: (draw >> 4) % 2 === 0 ? 0 : 20 }),
    },
  }),
  variants: {
    faulty: () => import('./faulty.js'),
    'entry-only': () => import('./entry-only.js'),
    'folder-first': () => import('./folder-first.js'),
    'index-unlocked': () => import('./index-unlocked.js'),
    fixed: () => import('./fixed.js'),
  },
  open: ({ openJobs }, { dir }): Scene => {
    writeFileSync(join(dir, 'jobs.json'), JSON.stringify({ 'job-1': 0, 'job-2': 0 }))
    for (const id of JOBS) mkdirSync(join(dir, 'output', id), { recursive: true })
    mkdirSync(join(dir, 'keep'))
    writeFileSync(join(dir, OUTSIDE), 'not a job')
    return { jobs: openJobs(dir), worked: [] }
  },
  perform,
  observe: ({ worked }, { dir }): Seen => ({
    entries: Object.keys(JSON.parse(readFileSync(join(dir, 'jobs.json'), 'utf8'))),
    folders: readdirSync(join(dir, 'output')),
    prints: printsIn(join(dir, 'output')),
    worked,
    outside: existsSync(join(dir, OUTSIDE)),
  }),
  oracles: [agreement, noEntryComesBack, outside, everyPrintKeptOnce, runsWhatIsThere, noJobRunsAgain, removalsTold, noLeaks()],
  expect: {
    faulty: 'entries-and-folders',
    'entry-only': 'entries-and-folders',
    'folder-first': 'outside',
    'index-unlocked': 'nothing-comes-back',
    fixed: 'pass',
  },
  races: [
    {
      id: 'folder-comes-back',
      oracle: 'entries-and-folders',
      shows: hasOrphans,
      says: 'the folder of a job that is gone is there',
    },
    { id: 'entry-without-folder', oracle: 'entries-and-folders', says: 'a job is listed whose folder was removed' },
    { id: 'entry-comes-back', oracle: 'nothing-comes-back', says: 'a job that was removed is listed again, or runs' },
    { id: 'deleted-outside', oracle: 'outside', says: 'the removal of a job that never was deletes what belongs to no job' },
  ],
})
