// Where Node keeps its layer below `fs` to itself, asynchronous file work cannot be controlled: it is refused by name.
import fs from 'node:fs'
import { escaping } from '../escaping.js'
import { replaceMethod, type Undo, undoAll } from '../replace.js'

/** Every function of `fs` that has a synchronous twin, and all of `fs.promises`. Returns the undo. */
export const refuseAsynchronous = (): Undo => {
  const undo = [
    ...namesOf(fs)
      .filter((name) => `${name}Sync` in fs)
      .map((name) => replaceMethod(fs, name, escaping(`fs.${name}`))),
    ...namesOf(fs.promises).map((name) => replaceMethod(fs.promises, name, escaping(`fs.promises.${name}`))),
  ]
  return undoAll(undo)
}

const namesOf = (module: object): string[] =>
  Object.keys(module).filter((name) => typeof (module as Record<string, unknown>)[name] === 'function')
