// What the subject prints while an execution is recorded: it goes where it would go, and is remembered with whoever printed it.
import { stripVTControlCharacters } from 'node:util'
import type { Printed } from '../../core/execution.js'
import { current } from './kernel/current.js'
import type { NodeKernel } from './kernel/kernel.js'

const MOST = 500
const MOST_CHARACTERS = 2000

export interface Listening {
  readonly printed: readonly Printed[]
  stop(): void
}

type Stream = Pick<NodeJS.WriteStream, 'write'>

/** A test host has a console of its own, which does not write to the streams of the process. */
const streams = (): Map<Stream, Printed['stream']> => {
  const { _stdout, _stderr } = console as unknown as { readonly _stdout?: Stream; readonly _stderr?: Stream }
  return new Map<Stream, Printed['stream']>([
    ...(_stdout === undefined ? [] : [[_stdout, 'stdout'] as const]),
    ...(_stderr === undefined ? [] : [[_stderr, 'stderr'] as const]),
    [process.stdout, 'stdout'],
    [process.stderr, 'stderr'],
  ])
}

/** Until `stop`. Code that runs outside of the execution is not listened to. */
export const listen = (kernel: NodeKernel): Listening => {
  const printed: Printed[] = []
  // One stream may write to another.
  let isInside = false
  const note = (stream: Printed['stream'], chunk: unknown): void => {
    if (isInside || current() !== kernel || printed.length === MOST) return
    const whole = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString()
    const text = stripVTControlCharacters(whole.slice(0, MOST_CHARACTERS)).replace(/\n$/, '')
    const { nowMs: atMs, steps: step, posting } = kernel
    printed.push({ atMs, step, actor: posting.actor.name, stream, text })
  }
  const undo = [...streams()].map(([stream, name]) =>
    replaceWrite(stream, (write, args) => {
      note(name, args[0])
      const before = isInside
      isInside = true
      try {
        return write(...args)
      } finally {
        isInside = before
      }
    }),
  )
  const stop = (): void => {
    for (const each of undo) each()
  }
  return { printed, stop }
}

type Write = (...args: unknown[]) => boolean

const replaceWrite = (stream: Stream, around: (write: Write, args: unknown[]) => boolean): (() => void) => {
  const own = Object.getOwnPropertyDescriptor(stream, 'write')
  const write = stream.write as Write
  const value = (...args: unknown[]): boolean => around((...given) => Reflect.apply(write, stream, given) as boolean, args)
  Object.defineProperty(stream, 'write', { configurable: true, writable: true, enumerable: own?.enumerable ?? false, value })
  return () => {
    // Whoever has replaced it meanwhile keeps it.
    if (stream.write !== value) return
    if (own === undefined) Reflect.deleteProperty(stream, 'write')
    else Object.defineProperty(stream, 'write', own)
  }
}
