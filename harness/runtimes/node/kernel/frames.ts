// Where the user's code stands: the first frame that is neither Node's nor ours.
import { fileURLToPath } from 'node:url'

const HOUSE = fileURLToPath(new URL('../../../', import.meta.url))
/** A build is told by source maps, which name the sources that it was made of. */
const HOUSES = [HOUSE, HOUSE.replace(/dist\/harness\/$/, 'harness/')]

/** `file:line` of the caller outside of the harness, `unknown place` where there is none. The path is relative to the working directory. */
export const userFrame = (): string => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 30
  const { stack } = new Error('where')
  Error.stackTraceLimit = limit
  return placeIn(stack) ?? 'unknown place'
}

/** A file of the harness itself. */
export const isOurs = (file: string): boolean => HOUSES.some((house) => file.startsWith(house))

/** The first place in a stack that is the user's. */
export const placeIn = (stack: string | undefined): string | null => {
  const frame = framesIn(stack).find(({ from }) => from !== 'house' && from !== 'node')
  return frame === undefined ? null : placeText(frame)
}

/** A line of a stack that has a place in a file. */
export interface Frame {
  /** `Pool.acquire`; empty for code without a name. */
  readonly name: string
  /** An absolute path, or `node:events`. */
  readonly file: string
  readonly line: number
  /** Whose code it is. */
  readonly from: 'subject' | 'package' | 'house' | 'node'
}

/** From the innermost on. What has no place in a file (`Promise.all`, `new Promise`) is left out. */
export const framesIn = (stack: string | undefined): Frame[] =>
  (stack ?? '')
    .split('\n')
    .slice(1)
    .map(frameOf)
    .filter((frame) => frame !== null)

const FRAME = /^\s*at (?:async )?(?:(.*?) \()?((?:file:\/\/|\/|node:)[^()]*?):(\d+):\d+\)?$/

const frameOf = (line: string): Frame | null => {
  const match = FRAME.exec(line)
  if (match === null) return null
  const [, name = '', place = '', at] = match
  const file = place.startsWith('file:') ? fileURLToPath(place) : place
  return { name, file, line: Number(at), from: ownerOf(file) }
}

const ownerOf = (file: string): Frame['from'] => {
  if (file.startsWith('node:')) return 'node'
  if (isOurs(file)) return 'house'
  return file.includes('/node_modules/') ? 'package' : 'subject'
}

/** `file:line`; the path is relative to the working directory. */
export const placeText = ({ file, line }: Frame): string => `${relative(file)}:${line}`

const relative = (file: string): string => {
  const here = `${process.cwd()}/`
  return file.startsWith(here) ? file.slice(here.length) : file
}
