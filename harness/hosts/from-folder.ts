// Paths as a person writes them, who is in a folder.
import { isAbsolute, relative } from 'node:path'

/** A file outside of the folder by its full path. */
export const fromFolder = (folder: string, file: string): string => {
  const path = relative(folder, file)
  return path.startsWith('..') || isAbsolute(path) ? file : path
}

/** From the working directory. */
export const fromHere = (file: string): string => fromFolder(process.cwd(), file)
