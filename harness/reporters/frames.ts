// Where in the subject it is: the lines that an explanation names, else the frame of what was thrown.
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Execution } from '../core/execution.js'
import type { Place } from '../core/explanation.js'
import type { Counterexample } from '../core/report.js'

/** Of the error that ended the execution: the first frame that is not a package's, else the first. Node's own lead nowhere. */
export const thrownFrame = ({ end }: Execution): string | null => {
  const frames = (end.error?.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !line.includes('node:'))
  const frame = frames.find((line) => !line.includes('node_modules')) ?? frames[0]
  return frame === undefined ? null : frame.trim().slice('at '.length)
}

/** The line to look at first; `null` where nobody knows it. */
export const placeOf = ({ places = [], execution }: Counterexample): Place | null => {
  const frame = thrownFrame(execution)
  return places[0] ?? (frame === null ? null : placeOfFrame(frame))
}

/** `buy (file:///shop/box-office.js:12:7)`, or only what stands in the brackets. */
const placeOfFrame = (frame: string): Place | null => {
  const [, location = '', line, column] = /^(?:.*\()?(.+?):(\d+):(\d+)\)?$/.exec(frame) ?? []
  if (location === '') return null
  return { file: pathOf(location.replace(/^async /, '')), line: Number(line), column: Number(column) }
}

const pathOf = (location: string): string => {
  if (!location.startsWith('file:')) return location
  try {
    return fileURLToPath(location)
  } catch {
    return location
  }
}

/** As it is written from `root`; a file that lies elsewhere keeps its own path. */
export const fromRoot = (file: string, root: string): string => {
  if (!isAbsolute(file)) return file
  const path = relative(root, file)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path
}
