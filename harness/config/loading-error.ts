// Why a file of a user's cannot be loaded, with the place.
import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { briefTextOf } from '../core/brief-text.js'

/**
 * Node tells the place of a syntax error in an ES module only where nobody catches it: such a file is loaded once more in a process that dies
 * of it. Nothing in it has run, as nothing of it could.
 */
export const loadingErrorText = (error: unknown, file: string): string => {
  const text = briefTextOf(error)
  if (!(error instanceof SyntaxError) || PLACE.test(text)) return text
  return uncaughtText(file) ?? text
}

const PLACE = /:\d+(?::\d+)?\b/
const TIMEOUT_MS = 30_000

const uncaughtText = (file: string): string | null => {
  const load = `import(${JSON.stringify(pathToFileURL(file).href)})`
  const { stderr } = spawnSync(process.execPath, [...process.execArgv, '--input-type=module', '--eval', load], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  // The place, the line, a mark below it, and what is wrong.
  const told = /^(?:file:\/\/)?(\/.*:\d+\n(?:.*\n){1,4}SyntaxError: .*)$/m.exec(stderr ?? '')?.[1]
  return told === undefined ? null : decodeURI(told).replace(/\n\n/g, '\n')
}
