// Makes a folder where race files or reports are to lie.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * With those above it, one by one: Node's own way of making several turns in a circle for ever where a file system takes no folder, as
 * /proc. Throws what the file system says.
 */
export const makeFolder = (folder: string): void => {
  if (isThere(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Also what cannot be looked at: making it will say why. */
const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined || dirname(path) === path
  } catch {
    return dirname(path) === path
  }
}
