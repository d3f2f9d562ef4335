// The interpreters of Python that this machine has, one of each version that is supported. Tests of what is absent are skipped, and say so.
import { findInterpreters, type Interpreter, isSupported } from '../../harness/runtimes/python/index.js'

const nameOf = ({ version: [major, minor] }: Interpreter): string => `${major}.${minor}`

const supported = (await findInterpreters()).filter(isSupported)

/** By version: `3.11`. */
export const pythons: readonly (readonly [name: string, interpreter: Interpreter])[] = [
  ...new Map(supported.map((each) => [nameOf(each), each])),
]

if (pythons.length === 0) console.warn('SKIPPED: this machine has no Python from 3.10 on, so nothing of Python is tested.')

/** Any of them; where there is none, tests that need it are skipped. */
export const python: string = pythons[0]?.[1].path ?? ''
