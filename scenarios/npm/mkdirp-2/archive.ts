// An archive in folders by year and month: whoever files a letter makes the folders that are not there yet.
import fs from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** The package, the same in both versions: it has no types of its own. */
export interface MkdirpPackage {
  readonly mkdirp: (folder: string, mode: number, done: (error?: Error | null) => void) => void
}

/** What `path` had once. */
const older = path as typeof path & { exists?: (file: string, done: (exists: boolean) => void) => void }

/** Both versions ask `path.exists`, which newer Node has no more. Gives what takes it away again. */
const standInForExists = (): (() => void) => {
  older.exists = (file, done) => fs.access(file, (error) => done(error === null))
  return () => {
    delete older.exists
  }
}

export interface Archive {
  /** Files a letter below its folder (`2024/03`), and gives its text back as it was filed. */
  file(folder: string, name: string, text: string): Promise<string>
  /** Once nothing is being filed. */
  close(): void
}

export const openArchive = ({ mkdirp }: MkdirpPackage, root: string): Archive => {
  const [make, close] = [promisify(mkdirp), standInForExists()]
  return {
    close,
    async file(folder, name, text) {
      const there = path.join(root, folder)
      await make(there, 0o755)
      await writeFile(path.join(there, name), text)
      return readFile(path.join(there, name), 'utf8')
    },
  }
}
