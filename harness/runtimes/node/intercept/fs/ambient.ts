// The public functions of `fs` that are not made of controlled calls: watchers, native jobs, and the system's temporary directory.
import fs from 'node:fs'
import os from 'node:os'
import { baseDirectory, tempIn } from '../../files/directory.js'
import { current } from '../../kernel/current.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'

/** Refused by name, or let through and marked, where an execution runs. */
const escaping =
  (name: string) =>
  (real: Callable): Callable =>
  (...args) => {
    current()?.escape(name)
    return real(...args)
  }

const watchers = (): Undo[] => [
  replaceMethod(fs, 'watch', escaping('fs.watch')),
  replaceMethod(fs, 'watchFile', escaping('fs.watchFile')),
  replaceMethod(fs, 'openAsBlob', escaping('fs.openAsBlob')),
  replaceMethod(fs.promises, 'watch', escaping('fs.promises.watch')),
]

/** A filter keeps `cp` from copying whole trees in one native job, as newer Nodes do where they are given none. */
const stepByStep =
  (from: number) =>
  (real: Callable): Callable =>
  (...args) => {
    const options = args[from]
    if (
      current() === null ||
      (options !== undefined && (typeof options !== 'object' || options === null || 'filter' in options))
    ) {
      return typeof options === 'function' && current() !== null
        ? real(...args.slice(0, from), { filter: () => true }, options)
        : real(...args)
    }
    return real(...args.slice(0, from), { ...options, filter: () => true }, ...args.slice(from + 1))
  }

const copies = (): Undo[] => [replaceMethod(fs, 'cp', stepByStep(2)), replaceMethod(fs.promises, 'cp', stepByStep(2))]

/** Code that falls back to the system's temporary directory stays inside the execution's own. */
const temporary = (): Undo =>
  replaceMethod(os, 'tmpdir', (real) => () => {
    const kernel = current()
    if (kernel === null) return real()
    kernel.dir()
    const base = baseDirectory()
    return base === null ? real() : tempIn(base)
  })

/** Returns the undo. */
export const controlAmbient = (): Undo => {
  const undo = [...watchers(), ...copies(), temporary()]
  return undoAll(undo)
}
