// A folder of documents: whoever saves one writes the whole of it, so that no reader ever sees half a text.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The package, the same in both versions: it has no types of its own. */
export type WriteFileAtomic = (file: string, text: string, done: (error?: Error) => void) => void

export interface Documents {
  save(name: string, text: string): Promise<void>
  /** What is in the folder, by name. */
  all(): Promise<Record<string, string>>
}

export const openDocuments = (writeFileAtomic: WriteFileAtomic, folder: string): Documents => {
  const write = promisify(writeFileAtomic)
  return {
    save: (name, text) => write(join(folder, name), text),
    async all() {
      const names = await readdir(folder)
      return Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
      )
    },
  }
}
