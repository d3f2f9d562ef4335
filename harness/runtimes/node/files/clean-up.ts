// Removing what killed processes leave: they could not do it themselves.
import { candidates, sweep } from './directory.js'
import { ownerOf, self } from './names.js'
import { realFs } from './real-fs.js'

/** Removes the directories of processes that are gone, wherever they may lie. Returns their names. */
export const sweepAll = (): string[] => candidates().flatMap(({ parent }) => ignoringMissing(() => sweep(parent)))

const TRIES = 10

/** A thread that still runs may write while its directory is being removed: then it is there again, or not empty. */
const removeAmidWrites = (path: string): void => {
  for (let tries = 0; tries < TRIES && realFs.existsSync(path); tries++) {
    try {
      realFs.rmSync(path, { recursive: true, force: true })
    } catch {
      // It goes at the next try; where it does not, a later start sweeps it.
    }
  }
}

/** Removes the directories of all threads of this process, or of one: they are about to be ended. */
export const removeOwnDirectories = (thread?: number): void => {
  const { pid, space } = self()
  for (const { parent } of candidates()) {
    for (const name of ignoringMissing(() => realFs.readdirSync(parent))) {
      const owner = ownerOf(name)
      if (owner?.pid !== pid || owner.space !== space || (thread ?? owner.thread) !== owner.thread) continue
      removeAmidWrites(`${parent}/${name}`)
    }
  }
}

const ignoringMissing = (work: () => string[]): string[] => {
  try {
    return work()
  } catch {
    return []
  }
}
