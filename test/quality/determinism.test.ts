// Same seed, same bytes: twice in a process, as a replay, and in a second process.
import { execaNode } from 'execa'
import { expect, test } from 'vitest'
import { often } from '../support/long.js'

const hashesOf = async (scenario: string, variant: string, seeds: number): Promise<string> => {
  const { stdout } = await execaNode('test/quality/trace-hashes.ts', [scenario, variant, String(seeds)], {
    nodeOptions: ['--import', 'tsx'],
  })
  return stdout
}

test.each([
  ['rpc-shared-socket', 'faulty', often({ each: 250, once: 1000 })],
  ['rpc-shared-socket', 'fixed-by-ids', often({ each: 250, once: 1000 })],
  ['rpc-file-sequence', 'fixed', often({ each: 60, once: 300 })],
  ['npm/mcp-sdk-shared-transport', 'fixed', often({ each: 60, once: 100 })],
  ['npm/vscode-jsonrpc-1474', 'fixed', often({ each: 100, once: 200 })],
  ['npm/ioredis-800', 'faulty', often({ each: 60, once: 100 })],
])(
  '%s / %s: %i seeds run twice and replayed once have identical traces, and the same in a second process',
  async (scenario, variant, seeds) => {
    const [first, second] = await Promise.all([hashesOf(scenario, variant, seeds), hashesOf(scenario, variant, seeds)])
    expect(first).toMatch(/^\d+$/)
    expect(second).toBe(first)
  },
  600_000,
)
