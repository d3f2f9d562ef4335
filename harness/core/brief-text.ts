// An error as a person is shown it: its stack, or the one line of it that is the person's own code.
import { fileURLToPath } from 'node:url'
import { describeThrown } from './error-text.js'

/** Of whatever was thrown: with its stack, where it has one. */
export const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : typeof error === 'string' ? error : `thrown: ${describeThrown(error)}`

/** The same with one frame of the stack: the first of the user's own. How crosswire and a transpiler got there tells a user nothing. */
export const briefTextOf = (error: unknown): string => {
  const lines = textOf(error).split('\n')
  const frames = lines.filter(isFrame).filter((frame) => !BUILT_IN.test(frame) && !OURS.some((place) => frame.includes(place)))
  const own = frames.find((frame) => !frame.includes('/node_modules/')) ?? frames[0]
  const told = lines.filter((line) => !isFrame(line))
  return [...told, ...(own === undefined ? [] : [own])].join('\n').trimEnd()
}

const isFrame = (line: string): boolean => /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|native\)?)$/.test(line)

/** `at Array.map (<anonymous>)`: in no file. */
const BUILT_IN = /\(<anonymous>\)$/

/** Built, and where source maps lead from there. */
const HARNESS = fileURLToPath(new URL('../', import.meta.url))
const OURS = [
  'node:',
  '/node_modules/tsx/',
  '/node_modules/esbuild/',
  HARNESS,
  HARNESS.replace(/\/dist\/harness\/$/, '/harness/'),
]
