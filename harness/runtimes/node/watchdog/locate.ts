// Where a thread that never comes back is: the inspector pauses it from outside and reads its stack.
import { readFileSync } from 'node:fs'
import type { Debugger } from 'node:inspector'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isOurs } from '../kernel/frames.js'
import { connectTo } from './inspected.js'

/** A frame as its author would name it: source maps are followed, so a TypeScript line is named, not its translation. */
export interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly name: string
}

export interface Pause {
  /** The stack, innermost frame first; Node's own frames are left out, and ours where there are others. */
  readonly places: readonly Place[]
  /** Runs `expression` in the thread, where it stands; `done` is called when that is over. */
  evaluate(expression: string, done: () => void): void
  /** Has the thread end itself, if it is no main thread: `expression` must do that. */
  end(expression: string): void
  /** Lets the thread go on. */
  resume(): void
}

type Script = Debugger.ScriptParsedEventDataType

/** A loop of microtasks comes through the host's code too: it is paused again until it is seen at home. */
const PAUSES_AT_MOST = 200

/**
 * Pauses a thread (0: the main thread) from another one and calls `paused` once, in code of the user's if it ever comes there. Never
 * called while that thread is inside a call that no interrupt reaches (a blocking native one). Whoever asks must keep its own loop
 * alive meanwhile.
 */
export const pauseThread = (threadId: number, paused: (pause: Pause) => void): void => {
  const thread = connectTo(threadId)
  const scripts = new Map<string, Script>()
  let pauses = 0
  let over = false
  thread.on('Debugger.scriptParsed', (script: Script) => scripts.set(script.scriptId, script))
  thread.on('Debugger.paused', ({ callFrames }: Debugger.PausedEventDataType) => {
    if (over) return
    const places = callFrames.flatMap((frame) => placeOf(frame, scripts.get(frame.location.scriptId)) ?? [])
    if (++pauses < PAUSES_AT_MOST && places.every(({ file }) => isOurs(file))) {
      thread.post('Debugger.resume')
      return
    }
    over = true
    paused({
      places: fromHome(places),
      evaluate: (expression, done) => thread.post('Runtime.evaluate', { expression }, done),
      end: (expression) => {
        thread.post('Runtime.evaluate', { expression })
        thread.leave()
      },
      resume: () => thread.disconnect(),
    })
  })
  // Not before: a pause that is asked for while it is still paused is none.
  thread.on('Debugger.resumed', () => over || thread.post('Debugger.pause'))
  thread.post('Debugger.enable')
  thread.post('Debugger.pause')
}

/** What the user's code has called of ours, and what of ours runs it, is no news to the user. */
const fromHome = (places: readonly Place[]): readonly Place[] => {
  const home = places.filter(({ file }) => !isOurs(file))
  return home.length === 0 ? places : home
}

const placeOf = ({ functionName, location }: Debugger.CallFrame, script: Script | undefined): Place | null => {
  const url = script?.url ?? ''
  if (url === '' || url.startsWith('node:')) return null
  const name = functionName === '' ? 'anonymous' : functionName
  const original = originalOf(script as Script, location)
  return { name, file: pathOf(original?.file ?? url), line: (original?.line ?? location.lineNumber) + 1 }
}

const pathOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url)

/** Follows a script's source map: inside the script, as transpilers that work while loading write it, or a file beside it. */
const originalOf = ({ url, sourceMapURL = '' }: Script, at: Debugger.Location): { file: string; line: number } | null => {
  try {
    const entry = new SourceMap(JSON.parse(mapText(sourceMapURL, url))).findEntry(at.lineNumber, at.columnNumber ?? 0)
    return 'originalSource' in entry ? { file: new URL(entry.originalSource, url).href, line: entry.originalLine } : null
  } catch {
    // No map, or none that can be read: the line that runs has to do.
    return null
  }
}

const mapText = (sourceMapURL: string, url: string): string => {
  const inline = /^data:application\/json[^,]*;base64,(.*)$/s.exec(sourceMapURL)?.[1]
  return inline === undefined ? readFileSync(new URL(sourceMapURL, url), 'utf8') : Buffer.from(inline, 'base64').toString()
}
