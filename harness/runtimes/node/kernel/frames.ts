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
  for (const line of (stack ?? '').split('\n').slice(1)) {
    const match = /[\s(]((?:file:\/\/|\/)[^()]*?):(\d+):\d+\)?$/.exec(line)
    if (match === null) continue
    const file = (match[1] as string).startsWith('file:') ? fileURLToPath(match[1] as string) : (match[1] as string)
    if (!isOurs(file)) return `${relative(file)}:${match[2]}`
  }
  return null
}

const relative = (file: string): string => {
  const here = `${process.cwd()}/`
  return file.startsWith(here) ? file.slice(here.length) : file
}
