// The public functions of `fs` that are not made of controlled calls: watchers, native jobs, and the system's temporary directory.
import fs from 'node:fs'
import os from 'node:os'
import { baseDirectory, tempIn } from '../../files/directory.js'
import { current } from '../../kernel/current.js'
import { escaping } from '../escaping.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'

const watchers = (): Undo[] => [
  replaceMethod(fs, 'watch', escaping('fs.watch')),
  replaceMethod(fs, 'watchFile', escaping('fs.watchFile')),
  replaceMethod(fs, 'openAsBlob', escaping('fs.openAsBlob')),
  replaceMethod(fs.promises, 'watch', escaping('fs.promises.watch')),
]

/** A filter keeps `cp` from copying whole trees in one native job, as newer Nodes do where they are given none. */
const stepByStep =
  (real: Callable): Callable =>
  (...args) => {
    if (current() === null) return real(...args)
    const [from, to, options, ...rest] = args
    const filter = () => true
    // A callback in the place of options.
    if (typeof options === 'function') return real(from, to, { filter }, options)
    if (options === undefined) return real(from, to, { filter }, ...rest)
    // What Node would refuse, it is left to refuse.
    if (typeof options !== 'object' || options === null || 'filter' in options) return real(...args)
    return real(from, to, { ...options, filter }, ...rest)
  }

const copies = (): Undo[] => [replaceMethod(fs, 'cp', stepByStep), replaceMethod(fs.promises, 'cp', stepByStep)]

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
export const controlAmbient = (): Undo => undoAll([...watchers(), ...copies(), temporary()])
