// Removing what killed processes leave: they could not do it themselves.
import { candidates, sweep } from './directory.js'
import { ownerOf, self } from './names.js'
import { realFs } from './real-fs.js'

/** Removes the directories of processes that are gone, wherever they may lie. Returns their names. */
export const sweepAll = (): string[] => candidates().flatMap(({ parent }) => ignoringMissing(() => sweep(parent)))

/** What a thread that still runs may write while its directory is being removed. */
const AMID_WRITES = { recursive: true, force: true, maxRetries: 10, retryDelay: 1 } as const

/** Removes the directories of all threads of this process, or of one: they are about to be ended. */
export const removeOwnDirectories = (thread?: number): void => {
  const { pid, space } = self()
  for (const { parent } of candidates()) {
    for (const name of ignoringMissing(() => realFs.readdirSync(parent))) {
      const owner = ownerOf(name)
      if (owner?.pid !== pid || owner.space !== space || (thread ?? owner.thread) !== owner.thread) continue
      realFs.rmSync(`${parent}/${name}`, AMID_WRITES)
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
