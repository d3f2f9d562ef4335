// Which crosswire this is.
import { readFileSync } from 'node:fs'

/** Of the package that this module belongs to: the nearest package.json above, in a build as in the sources. */
export const version = (): string => {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    try {
      return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version
    } catch (error) {
      if (folder.pathname === '/') throw error
    }
  }
}
