// Processes by a mark in their environment, which every descendant inherits however it was started. Seen where there is a /proc.
import { readFileSync } from 'node:fs'
import { namesInProc, quietly } from './quietly.js'

/** A variable and its value. */
export interface Mark {
  readonly name: string
  readonly value: string
}

export interface MarkedProcess {
  readonly pid: number
  /** What the variable says. */
  readonly value: string
}

/** Every process of this machine, as far as it may be looked at, in whose environment the variable `name` is set. */
export const markedProcesses = (name: string): MarkedProcess[] =>
  namesInProc()
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      const environment = quietly(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? ''
      const entry = environment.split('\0').find((each) => each.startsWith(`${name}=`))
      return entry === undefined ? [] : { pid: Number(pid), value: entry.slice(name.length + 1) }
    })

const SHOWN = 80

export const commandOf = (pid: number): string =>
  (quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0').join(' ').trim().slice(0, SHOWN)
