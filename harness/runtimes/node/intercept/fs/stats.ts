// Stat results as Node's library reads them: eighteen numbers, the last eight of them four times as seconds and nanoseconds.
import type { BigIntStats } from 'node:fs'
import type { FileNode } from './shadow.js'

export type StatFields = Float64Array | BigInt64Array

const NUMBERS = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks'] as const
const TIMES = ['atime', 'mtime', 'ctime', 'birthtime'] as const
const INODE = 7
const FIRST_TIME = 10
const LENGTH = 18

export const isStatFields = (value: unknown): value is StatFields =>
  (value instanceof Float64Array || value instanceof BigInt64Array) && value.length >= LENGTH

/** What a stat request is answered with. */
export const statFields = (stats: BigIntStats, bigint: boolean): StatFields => {
  const fields = new BigInt64Array(LENGTH)
  for (const [i, name] of NUMBERS.entries()) fields[i] = stats[name]
  for (const [i, name] of TIMES.entries()) {
    const ns = stats[`${name}Ns`]
    fields[FIRST_TIME + 2 * i] = ns / 1_000_000_000n
    fields[FIRST_TIME + 2 * i + 1] = ns % 1_000_000_000n
  }
  return bigint ? fields : Float64Array.from(fields, Number)
}

/** Replaces what would differ between two executions: the times, and the number of the file. */
export const virtualise = (fields: StatFields, node: FileNode): void => {
  set(fields, INODE, node.number)
  for (const [i, name] of TIMES.entries()) {
    const ms = node[`${name}Ms`]
    const seconds = Math.floor(ms / 1000)
    set(fields, FIRST_TIME + 2 * i, seconds)
    set(fields, FIRST_TIME + 2 * i + 1, Math.round((ms - seconds * 1000) * 1e6))
  }
}

const set = (fields: StatFields, index: number, value: number): void => {
  if (fields instanceof BigInt64Array) fields[index] = BigInt(value)
  else fields[index] = value
}
