// Where runs in the real world have their files: a directory of this process, named so that a later one can tell that it is gone.
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sweepAll } from '../../runtimes/node/files/clean-up.js'
import { noDirectory } from '../../runtimes/node/files/directory.js'
import { isGone, nameOf, ownerOf, self } from '../../runtimes/node/files/names.js'
import { type Mark, markedProcesses } from '../../runtimes/real/processes.js'
import type { RunPlace } from './messages.js'

export interface Places {
  /** Makes the directories of a run. */
  of(run: number): RunPlace
  /** In the environment of everything that a run starts. */
  markOf(run: number): Mark
  /** Ends what a run has started, whatever it was, and removes its files. */
  clear(run: number): void
  remove(): void
}

const VARIABLE = 'CROSSWIRE_RUN'

/** Real files on the system's own temporary file system, not in memory: `CROSSWIRE_DIR` names another place. */
export const createPlaces = (): Places => {
  sweepRuns()
  const base = makeBase()
  const remove = (): void => rmSync(base, { recursive: true, force: true })
  process.on('exit', remove)
  const markOf = (run: number): Mark => ({ name: VARIABLE, value: `${nameOf(self())}/${run}` })
  return {
    of(run) {
      const at = (name: string): string => `${base}/${run}/${name}`
      const place: RunPlace = { dir: at('dir'), temporary: at('tmp'), dispatcher: at('d'), programs: at('bin') }
      for (const each of Object.values(place)) mkdirSync(each, { recursive: true })
      return place
    },
    markOf,
    clear(run) {
      endMarked(({ value }) => value === markOf(run).value)
      rmSync(`${base}/${run}`, { recursive: true, force: true })
    },
    remove() {
      remove()
      process.off('exit', remove)
    },
  }
}

const makeBase = (): string => {
  try {
    const base = `${realpathSync(process.env.CROSSWIRE_DIR || tmpdir())}/${nameOf(self())}`
    rmSync(base, { recursive: true, force: true })
    mkdirSync(base, { mode: 0o700 })
    return base
  } catch (error) {
    throw noDirectory(error)
  }
}

/** What killed processes have left: they could not do it themselves. */
const sweepRuns = (): void => {
  endMarked(({ value }) => {
    const owner = ownerOf(value.replace(/\/\d+$/, ''))
    return owner !== null && isGone(owner)
  })
  sweepAll()
}

const endMarked = (isMeant: (mark: Mark) => boolean): void => {
  for (const { pid, value } of markedProcesses(VARIABLE)) {
    if (pid !== process.pid && isMeant({ name: VARIABLE, value })) endProcess(pid)
  }
}

const endProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
