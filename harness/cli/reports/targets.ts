// Files that a run writes at its end: checked at its beginning, written as a whole or not at all.
import { accessSync, constants, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HarnessError } from '../../core/errors.js'
import { makeFolder } from '../../search/race-files/index.js'

/** Throws `BAD_OPTION` where `file` can be seen to be no place to write to. Makes nothing. */
export const checkTarget = (name: string, file: string): void => {
  const found = whyNot(file)
  if (found === null) return
  throw new HarnessError('BAD_OPTION', `${name} cannot write to ${file}`, {
    found,
    expected: 'a file in a folder that can be written to',
  })
}

/** Of an option that names a file: its absolute path, `null` where it was not given. Throws as `checkTarget`. */
export const fileFor = (name: string, file: string | undefined, cwd: string): string | null => {
  if (file === undefined) return null
  const path = resolve(cwd, file)
  checkTarget(name, path)
  return path
}

const whyNot = (file: string): string | null => {
  const there = statOf(file)
  if (there?.isDirectory() === true) return 'it is a folder'
  if (there !== null && !there.isFile()) return isWritable(file) ? null : 'it cannot be written to'
  const folder = nearest(dirname(there === null ? file : realpathSync(file)))
  if (statOf(folder)?.isDirectory() !== true) return `${folder} is no folder`
  return isWritable(folder) ? null : `the folder ${folder} cannot be written to`
}

/** `null` where there is nothing, or nothing that can be looked at. */
const statOf = (path: string): Stats | null => {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** The path itself, or the nearest one above it that exists. */
const nearest = (path: string): string => (statOf(path) === null && dirname(path) !== path ? nearest(dirname(path)) : path)

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Writes `text` beside the target first, then puts it in its place, so that nobody ever reads half of it; missing folders are made.
 * A device or a pipe is written to as it is, and a link is followed. Throws what the file system says; then nothing is left.
 */
export const writeWhole = (file: string, text: string): void => {
  const there = statOf(file)
  if (there?.isFile() === false) writeFileSync(file, text)
  else replaceWith(there === null ? file : realpathSync(file), text)
}

const replaceWith = (target: string, text: string): void => {
  makeFolder(dirname(target))
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  try {
    writeFileSync(beside, text)
    renameSync(beside, target)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
