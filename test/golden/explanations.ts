// The lines that explanations of the registry's races must name, by what stands on them: they follow when the subjects are edited.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchReport } from '../../harness/core/report.js'
import { ROOT } from '../support/crosswire.js'

/** By variant: where the two wait next whose order decides, or where one that waits for nothing went on. */
export const DECIDING: Readonly<Record<string, readonly [string, string]>> = {
  // Whoever begins to read first takes the answer.
  'rpc-shared-socket/faulty': ['return resultOf(await readLine(connection))', 'return resultOf(await readLine(connection))'],
  'rpc-shared-socket/lock-on-send-only': [
    'return resultOf(await readLine(connection))',
    'return resultOf(await readLine(connection))',
  ],
  // The service answers on its event stream before it has taken the request that it answers.
  'npm/vscode-jsonrpc-1474/faulty': [
    'await sleep(DELAYS_MS[index])',
    "const response = await open(url, 'POST', JSON.stringify(message))",
  ],
}

export const decidingLines = ({ counterexamples: [first] }: SearchReport): string[] =>
  (first?.explanation?.pair ?? []).map(({ at, until }) => textOf(until ?? at))

const textOf = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1]?.trim() ?? ''
