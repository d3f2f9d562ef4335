// A client for a tool dispatcher that shares nothing with it but a folder: a file for each request, a file for each answer, told apart by number.
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ToolClient {
  /** Calls a tool and gives its result; rejects with what the dispatcher says went wrong, or when it says nothing for 300 s. */
  call(tool: string, args: unknown): Promise<unknown>
}

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 250
const PATIENCE_MS = 300_000

let dir: string
let seq = 0

/** Points the client at the folder that it shares with a dispatcher: by default one in the system's folder for temporary files. */
export const connect = (to: { readonly dir?: string } = {}): ToolClient => {
  dir = to.dir ?? process.env.TOOL_DISPATCHER_DIR ?? join(tmpdir(), 'tool-dispatcher')
  seq = 0
  return { call }
}

const call = async (tool: string, args: unknown): Promise<unknown> => {
  await mkdir(dir, { recursive: true })
  seq += 1
  const number = seq
  const request = file('req', number)
  const draft = await open(`${request}.tmp`, 'w')
  await draft.writeFile(JSON.stringify({ tool, args, seq: number }))
  await draft.close()
  await rename(`${request}.tmp`, request)
  return resultOf(await answer(file('res', number)))
}

const file = (kind: 'req' | 'res', number: number): string => join(dir, `${kind}_${String(number).padStart(6, '0')}`)

/** Looks for the file less and less often. */
const answer = async (path: string): Promise<string> => {
  const since = Date.now()
  for (let waitMs = FIRST_WAIT_MS; Date.now() - since < PATIENCE_MS; waitMs = Math.min(waitMs * 1.2, LONGEST_WAIT_MS)) {
    await sleep(waitMs)
    const text = await readFile(path, 'utf8').catch(absent)
    if (text === null) continue
    await rm(path, { force: true })
    return text
  }
  throw new Error(`the dispatcher did not answer within ${PATIENCE_MS / 1000} s`)
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

const resultOf = (text: string): unknown => {
  let answer = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  if (typeof answer === 'string') answer = JSON.parse(answer)
  if (answer.error) throw new Error(answer.error.message)
  return answer.result
}
