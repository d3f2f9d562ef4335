// The dispatcher over a directory: requests are files that appear in it, answers are files that it puts there.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { DispatcherAddress } from '../core/dispatcher-spec.js'
import type { Connect, Connection, Wire } from './connection.js'
import type { DeskSetting } from './desk.js'
import { formOf, GARBAGE, idOf, type Parsed, parseRequest, printAnswer, type Request } from './messages.js'
import type { Listening } from './socket-transport.js'

/** The directory is listed anew this long after the last request of a listing has been dealt with. */
const LIST_EVERY_MS = 100

/** `.tmp` files are still being written; everything else in the directory is not ours. */
const REQUEST = /^req_\d{6,}$/

/**
 * Each pass lists the directory, takes the requests in the order of their names, and removes a request after its answer is there.
 * The answer is named after the seq inside the request, not after the request's file; it is base64, written aside and renamed, so
 * that a reader never sees half of it. A malformed request is removed without an answer.
 */
export const listenOnFiles = async (
  at: Extract<DispatcherAddress, { transport: 'file' }>,
  connect: Connect,
  { spec, pauses, onFailure }: DeskSetting,
): Promise<Listening> => {
  const { dir } = at
  await fs.mkdir(dir, { recursive: true })
  let closed = false
  const inService = new Set<string>()
  const wire: Wire = {
    send: (answer, to) =>
      to.ok && !closed ? putAnswer(dir, to.request, printAnswer(answer, idOf(to), formOf(to, spec))) : undefined,
    garble: (to) => (to.ok && !closed ? putAnswer(dir, to.request, GARBAGE) : undefined),
    cut: () => {},
    mute: () => {},
  }
  const connection = connect('files', wire)
  const pass = async (): Promise<void> => {
    for (const name of await requestsIn(dir)) {
      if (closed) return
      if (inService.has(name)) continue
      inService.add(name)
      const served = serveFile(connection, path.join(dir, name)).finally(() => inService.delete(name))
      if (spec.service !== 'concurrent') await served
    }
  }
  const run = async (): Promise<void> => {
    while (!closed) {
      await pauses.sleep(LIST_EVERY_MS)
      await pass()
    }
  }
  void run().catch(onFailure)
  return {
    address: at,
    async close() {
      closed = true
    },
  }
}

const parseFileRequest = (text: string): Parsed => {
  const parsed = parseRequest(text)
  if (!parsed.ok) return parsed
  const { seq } = parsed.request
  return typeof seq === 'number' && Number.isInteger(seq) && seq >= 0 ? parsed : { ok: false, text, problem: 'no seq' }
}

const serveFile = async (connection: Connection, file: string): Promise<void> => {
  const text = await ifThere(fs.readFile(file, 'utf8'))
  if (text === null) return
  await connection.take(parseFileRequest(text))
  await ifThere(fs.unlink(file))
}

const putAnswer = async (dir: string, { seq }: Request, json: string): Promise<void> => {
  const file = path.join(dir, `res_${String(seq).padStart(6, '0')}`)
  await ifThere(fs.writeFile(`${file}.tmp`, Buffer.from(json, 'utf8').toString('base64')))
  await ifThere(fs.rename(`${file}.tmp`, file))
}

const requestsIn = async (dir: string): Promise<string[]> =>
  ((await ifThere(fs.readdir(dir))) ?? []).filter((name) => REQUEST.test(name)).sort()

/** Files come and go under a listing, and the whole directory may be removed: what is not there is no error. */
const ifThere = async <T>(operation: Promise<T>): Promise<T | null> => {
  try {
    return await operation
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null
    throw error
  }
}
