// One script of file events, run on the real file system and in the simulated world.
import { mkdtempSync, realpathSync, rmSync, stat } from 'node:fs'
import { tmpdir } from 'node:os'
import { calm, type Policy } from '../../../harness/core/policy.js'
import { inside } from '../../support/inside.js'
import { kernel } from '../../support/run.js'

export type Say = (...event: readonly unknown[]) => void
/** Tells its events as they happen, in a directory that is empty at first; settles after the last one. */
export type Script = (say: Say, dir: string) => Promise<unknown>
export type Scripts = Readonly<Record<string, Script>>

/** Events as text, with the directory's own path taken out. */
const recorder = (dir: string): { events: string[]; say: Say } => {
  const events: string[] = []
  return { events, say: (...event) => void events.push(event.map(asText).join(' ').replaceAll(dir, 'DIR')) }
}

const asText = (value: unknown): string => {
  if (value instanceof Error) return failure(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Buffer.isBuffer(value)) return `bytes:${value.toString('latin1')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** All that a program can look at. */
const failure = (error: NodeJS.ErrnoException & { dest?: string }): string => {
  const { name, message, code, errno, syscall, path, dest } = error
  return [name, code, errno, syscall, path, dest, message].filter((part) => part !== undefined).join('|')
}

/** Real Node, from an I/O callback: that is where the loop stands when an execution begins. */
export const onNode = (script: Script): Promise<string[]> => {
  const dir = mkdtempSync(`${realpathSync(tmpdir())}/parity-`)
  const { events, say } = recorder(dir)
  const run = new Promise((resolve, reject) => stat('.', () => script(say, dir).then(resolve, reject)))
  return run.then(() => events).finally(() => rmSync(dir, { recursive: true, force: true }))
}

/** The simulated world under `policy`, the calmest one by default. */
export const simulated = (script: Script, policy: Policy = calm): Promise<string[]> =>
  inside(async () => {
    const dir = kernel().dir()
    const { events, say } = recorder(dir)
    await script(say, dir)
    return events
  }, policy)
