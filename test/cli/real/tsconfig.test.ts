// The tsconfig.json that a file of one's own is compiled by is the same in the real world as in the search: the one above it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempDir } from '../../dispatchers/bench.js'
import { startCrosswire } from '../../support/crosswire.js'

/** A search and a run: two processes of the command's own and three of the run, on a machine that may be busy. */
const PATIENT_MS = 170_000
vi.setConfig({ testTimeout: PATIENT_MS + 10_000 })

/** A function, so that the dispatcher loads the file as well. */
const SCENARIO = `import { connect } from '#parts'
export default {
  name: 'aliased',
  dispatcher: { tools: { ask: (args: unknown) => args } },
  callers: { count: { min: 2, max: 2 }, each: { min: 1, max: 1 }, operations: { ask: (token: string) => ({ tag: token }) } },
  variants: { only: async () => connect },
  open: (make: typeof connect, { dispatcher: { address } }: any) => make(address.path),
}
`
const PARTS = `import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
export const connect = (path: string) => ({
  async call(tool: string, args: unknown) {
    const socket = createConnection(path)
    socket.write(JSON.stringify({ tool, args }) + '\\n')
    const line = await new Promise<string>((resolve) => createInterface({ input: socket }).once('line', resolve))
    socket.destroy()
    return JSON.parse(line).result
  },
  close: () => {},
})
`

test('paths of the nearest tsconfig.json are followed by the run and by its dispatcher, from any folder', async () => {
  const dir = await tempDir()
  const write = (name: string, text: string): void => writeFileSync(join(dir, name), text)
  write('package.json', '{ "type": "module" }')
  write('tsconfig.json', JSON.stringify({ compilerOptions: { paths: { '#parts': ['./parts.ts'] } } }))
  write('aliased.scenario.ts', SCENARIO)
  write('parts.ts', PARTS)
  const args = ['run', join(dir, 'aliased.scenario.ts'), '--runtime', 'real', '--runs', '1', '--budget', '5', '--json']
  const { stdout, stderr, left } = await startCrosswire(args, {}, PATIENT_MS).ended
  const { reports, errors } = JSON.parse(stdout)
  expect({ errors, stderr, left }).toEqual({ errors: [], stderr: expect.not.stringContaining('BAD_SCENARIO'), left: [] })
  expect(reports).toMatchObject([{ scenario: 'aliased', passed: 1 }])
})
