// What the explanations of the registry's races must name, by what stands on the lines: it follows when the subjects are edited.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PairEnd, Place } from '../../harness/core/explanation.js'
import type { SearchReport } from '../../harness/core/report.js'

/**
 * A pair: of each of the two steps whose order decides, the line at which the subject went on and the one at which it waited next. `struck`:
 * the lines at which callers waited when a fault struck. `nothing`: it fails in every schedule, and the explanation says so.
 */
export type Deciding =
  | 'nothing'
  | { readonly pair: readonly [End, End] }
  | { readonly struck: Readonly<Record<string, string>> }
  | null

type End = readonly [at: string, until: string | null]

// biome-ignore lint/suspicious/noTemplateCurlyInString: a line of code
const LOGGED = 'if (log !== undefined) await appendFile(log, `${new Date().toISOString()} ${what}\\n`).catch(() => {})'
const READ = 'return resultOf(await readLine(connection))'

/** By variant. A variant that has none is told by name in the test. */
export const DECIDING: Readonly<Record<string, Deciding>> = {
  // Whoever begins to read first takes the answer.
  'rpc-shared-socket/faulty': {
    pair: [
      [LOGGED, READ],
      [LOGGED, READ],
    ],
  },
  'rpc-shared-socket/lock-on-send-only': {
    pair: [
      [LOGGED, READ],
      [LOGGED, READ],
    ],
  },
  'rpc-shared-socket/lock-after-connect': 'nothing',
  'rpc-shared-socket/lock-undeclared': 'nothing',
  // Both of their requests have one number: who looks for the answer to it, and when, decides who gets whose.
  'rpc-file-sequence/faulty': {
    pair: [
      ['await draft.writeFile(JSON.stringify({ tool, args, seq }))', 'await draft.close()'],
      ["const text = await readFile(path, 'utf8').catch(absent)", 'await sleep(waitMs)'],
    ],
  },
  // Both have their number before either of them reads it again, in every order.
  'rpc-file-sequence/lock-on-increment-only': 'nothing',
  // The second request takes the place of the first one, which has not been answered: its handler runs in the package's reader.
  'npm/mcp-sdk-shared-transport/faulty': {
    pair: [
      ['const { done, value } = await reader.read();', "content: [{ type: 'text', text: await lookUp(key) }],"],
      ['await sleep(DELAYS_MS[index])', null],
    ],
  },
  // The service answers on its event stream before it has taken the request that it answers.
  'npm/vscode-jsonrpc-1474/faulty': {
    pair: [
      ['await sleep(DELAYS_MS[index])', null],
      ["const response = await open(url, 'POST', JSON.stringify(message))", null],
    ],
  },
  'npm/ioredis-800/faulty': {
    struck: {
      ann: 'read: (key) => redis.get(key),',
      bob: 'replace: (key, value) => redis.multi().set(key, value).get(key).exec(),',
      cat: 'read: (key) => redis.get(key),',
    },
  },
}

/** What the first counterexample's explanation names. */
export const decidingIn = ({ counterexamples: [first] }: SearchReport): Deciding => {
  const { decides = null, pair = null, waiting } = first?.explanation ?? {}
  if (decides === 'nothing') return 'nothing'
  if (waiting !== undefined) return { struck: Object.fromEntries(waiting.map(({ actor, at }) => [actor, textAt(at)])) }
  return decides === null || pair === null ? null : { pair: [endOf(pair[0]), endOf(pair[1])] }
}

const endOf = ({ at, until }: PairEnd): End => [textAt(at), until === null ? null : textAt(until)]

const textAt = ({ file, line }: Place): string => readFileSync(resolve(file), 'utf8').split('\n')[line - 1]?.trim() ?? ''
