// Race files in a folder: read, and written where they are not there yet.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './make-folder.js'
import { badRaceFile, parseRaceFile } from './parse-race-file.js'
import type { RaceFile } from './race-file.js'
import { raceName } from './race-name.js'
import { raceText } from './race-text.js'
import { isSameRace } from './same-race.js'

export interface StoredRace {
  /** Absolute. */
  readonly path: string
  readonly race: RaceFile
}

/** Small enough to be read by a person: more is no race file. */
const BYTES_AT_MOST = 8 * 2 ** 20

/** Throws `BAD_RACE_FILE` or `TOKEN_TOO_NEW`. `path`: absolute. */
export const readRaceFile = (path: string): StoredRace => ({ path, race: parseRaceFile(textOf(path), path) })

const textOf = (path: string): string => {
  try {
    const there = statSync(path)
    // A pipe may never say anything, and whoever reads it waits for ever.
    if (!there.isFile()) throw badRaceFile(path, { what: 'it is no file' })
    const { size } = there
    if (size > BYTES_AT_MOST) throw badRaceFile(path, { what: 'it is too large', found: `${size} bytes`, expected: 'a few kB' })
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw badRaceFile(path, { what: 'it cannot be read', found: (error as Error).message })
  }
}

/** Paths of what may be race files, by name: folders, pipes and links to nothing are none; none where there is no such folder. */
export const jsonFilesIn = (folder: string, prefix = ''): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && name.startsWith(prefix))
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw badRaceFile(folder, { what: 'it cannot be read', found: (error as Error).message })
  }
}

/** All of a folder, or those whose names begin with `prefix`. Throws `BAD_RACE_FILE` or `TOKEN_TOO_NEW`. */
export const readRaces = (folder: string, prefix = ''): StoredRace[] => jsonFilesIn(folder, prefix).map(readRaceFile)

export interface Saved extends StoredRace {
  /** `false`: it was there already, and nothing has been written. */
  readonly isNew: boolean
}

/**
 * Writes the race under a name of its own, in a folder that is made where it is missing. One of `there` that is of the same race stays
 * as it is. Never overwrites anything. Throws what the file system says, and `BAD_RACE_FILE` for
 * a race that is too large to be read again.
 */
export const saveRace = (folder: string, race: RaceFile, there: readonly StoredRace[]): Saved => {
  const same = there.find((other) => isSameRace(other.race, race))
  if (same !== undefined) return { ...same, isNew: false }
  const name = raceName(race)
  const text = raceText(race)
  // What cannot be read back would keep all others of its folder from being read.
  parseRaceFile(text, join(folder, `${name}.json`))
  makeFolder(folder)
  for (let n = 1; ; n++) {
    const path = join(folder, `${name}${n === 1 ? '' : `-${n}`}.json`)
    if (isWritten(path, text)) return { path, race, isNew: true }
    // Another run has written the same since the folder was read.
    if (isThere(path, text)) return { path, race, isNew: false }
  }
}

const isThere = (path: string, text: string): boolean => {
  try {
    return readFileSync(path, 'utf8') === text
  } catch {
    return false
  }
}

/** `false` where something is there, of whoever. */
const isWritten = (path: string, text: string): boolean => {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
