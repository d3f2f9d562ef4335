// Node's runner gives as the place of a test the line that called it: that is to be the line that declared the race, and none of ours.
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { isOurs } from '../runtimes/node/kernel/frames.js'

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Calls `declare` with `args` in the name of the first caller that is none of ours: the runner looks one frame up, so that frame is a
 * function whose script says that it stands there. Where no such caller is known it is a plain call.
 */
export const calledFromUser = <Args extends readonly unknown[]>(declare: (...args: Args) => unknown, args: Args): void => {
  const place = usersPlace()
  if (place === null) return void declare(...args)
  const { file, line, column } = place
  const call = compileFunction('declare(...args)', ['declare', 'args'], {
    filename: file,
    lineOffset: line - 1,
    columnOffset: column - 1,
  })
  call(declare, args)
}

/** As Node itself would see it: what a source map makes of it is the runner's affair. */
const usersPlace = (): Place | null => {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 30
  Error.prepareStackTrace = (_error, sites) => sites.map(placeOf)
  const places = new Error('where').stack as unknown as readonly (Place | null)[]
  Error.stackTraceLimit = stackTraceLimit
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
  else Error.prepareStackTrace = prepareStackTrace
  return places.find((place) => place !== null) ?? null
}

const placeOf = (site: NodeJS.CallSite): Place | null => {
  const [file, line, column] = [site.getFileName(), site.getLineNumber(), site.getColumnNumber()]
  if (file === null || file === undefined || line === null || column === null) return null
  return file.startsWith('node:') || isOurs(pathOf(file)) ? null : { file, line, column }
}

const pathOf = (file: string): string => (file.startsWith('file:') ? fileURLToPath(file) : file)
