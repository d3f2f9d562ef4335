// Where Node keeps its layer below `fs` to itself, asynchronous file work cannot be controlled: it is refused by name.
import fs from 'node:fs'
import { current } from '../../kernel/current.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'

const refusing =
  (name: string) =>
  (real: Callable): Callable =>
  (...args) => {
    current()?.escape(name)
    return real(...args)
  }

/** Every function of `fs` that has a synchronous twin, and all of `fs.promises`. Returns the undo. */
export const refuseAsynchronous = (): Undo => {
  const undo = [
    ...namesOf(fs)
      .filter((name) => `${name}Sync` in fs)
      .map((name) => replaceMethod(fs, name, refusing(`fs.${name}`))),
    ...namesOf(fs.promises).map((name) => replaceMethod(fs.promises, name, refusing(`fs.promises.${name}`))),
  ]
  return undoAll(undo)
}

const namesOf = (module: object): string[] =>
  Object.keys(module).filter((name) => typeof (module as Record<string, unknown>)[name] === 'function')
