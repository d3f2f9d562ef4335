// What crosswire is held to on another major of Node: the kernel's tests, published packages, the command line, a race in vitest.
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'
import { createProject, type Project } from '../support/project.js'
import { binaryOf, type Major } from './binaries.js'
import { runTests, type Selection } from './vitest-results.js'

/** In one process, file after file: what they share is loaded once, which takes a third of the time. */
const KERNEL: Selection = {
  files: ['test/runtimes/node', 'test/parity', 'test/strategies/node.test.ts'],
  options: ['--no-isolate', '--maxWorkers=1'],
  without: [
    // These end processes, or spend a patience that a process has once.
    'watchdog.test',
    'outside.test',
    // Seconds of real time, signals, the fallback: slow, and no matter of Node's version. Packages have a test of their own below.
    'captured-timers.test',
    'fs-process.test',
    'fallback.test',
    'net/packages.test',
  ],
}
const APART: Selection = {
  files: ['test/runtimes/node/watchdog', 'test/runtimes/node/kernel/outside.test.ts'],
  options: ['--maxWorkers=1'],
}
/** How the names of tests end that are about what came, or goes, with a version. */
const WHERE_NODE_HAS_IT = /, where Node has it$/

/** Packages whose way to the kernel leads through what changes in Node. */
const PACKAGES = ['node-http', 'fetch', 'ws', 'mcp-stdio']

const MAIN = join(ROOT, 'dist/harness/cli/main.js')

export const describeNode = (major: Major): void => {
  const node = binaryOf(major)
  describe.skipIf(node === null)(`Node ${major}`, { timeout: 600_000 }, () => {
    if (node !== null) describeBinary(node, major)
  })
}

const describeBinary = (node: string, major: Major): void => {
  const on = async (...args: string[]) => {
    const { stdout, exitCode } = await execa(node, args, { cwd: ROOT, reject: false, env: { NO_COLOR: '1' } })
    return { stdout, exitCode }
  }

  // At the same time: the second of them waits more than it works.
  test.concurrent("the kernel's tests pass", async ({ expect }) => {
    const results = await runTests(node, KERNEL)
    expect(results.failed).toEqual([])
    expect(results.skipped.filter((name) => !WHERE_NODE_HAS_IT.test(name))).toEqual([])
    // There are more than 800; far fewer would mean that files were not found.
    expect(results.passed).toBeGreaterThan(750)
    console.log(`Node ${major}: ${results.passed} tests of the kernel passed`)
  })

  test.concurrent('so do those of the watchdog, and of what modules start when they are loaded', async ({ expect }) => {
    const results = await runTests(node, APART)
    expect(results).toMatchObject({ failed: [], skipped: [] })
    expect(results.passed).toBeGreaterThanOrEqual(10)
  })

  test('published packages raise no alarm', async () => {
    const { stdout } = await on('--import', 'tsx', 'test/nodes/print-alarms.ts', ...PACKAGES)
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(PACKAGES.map((name) => [name, []])))
  })

  test('the command line finds and confirms the same race as this Node, by the same token, and replays it', async () => {
    const args = [MAIN, 'run', 'rpc-shared-socket', '--variant', 'faulty', '--json']
    const [there, here] = await Promise.all([on(...args), execa(process.execPath, args, { cwd: ROOT, reject: false })])
    expect(there.exitCode).toBe(1)
    expect(JSON.parse(there.stdout).versions.node).toMatch(new RegExp(`^${major}\\.`))
    expect(comparable(there.stdout)).toEqual(comparable(here.stdout))
    const [token = ''] = /cw1\.[\w.-]+/.exec(there.stdout) ?? []
    expect(await on(MAIN, 'replay', token)).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('replayed: it fails') })
  })

  test('doctor finds nothing missing', async () => {
    const { stdout, exitCode } = await on(MAIN, 'doctor')
    expect(stdout).toMatch(new RegExp(`^ok node +${major}\\.`))
    expect([exitCode, stdout.match(/^(x |no)/m)]).toEqual([0, null])
  })

  describe('vitest', () => {
    let project: Project
    beforeAll(async () => {
      project = await createProject('box-office', { node })
    })
    afterAll(() => project.remove())

    test('a race fails with its timeline and passes where there is none', async () => {
      const { output, exitCode } = await project.tool('vitest', ['run', 'found.test.ts', 'clean.test.ts', '--reporter=verbose'])
      expect(output).toContain('shrunk to 2 callers')
      expect(output).toContain('✓ clean.test.ts > two buyers get two seats')
      expect(exitCode).toBe(1)
    })
  })
}

/** All of a report but for how long it took, and on what. */
const comparable = (json: string): unknown =>
  JSON.parse(json, (key, value) => {
    // Where a task was posted is told by the stack, which reaches less far in Node 26, so that an explanation tries others.
    if (['ms', 'foundMs', 'versions', 'posted', 'executions'].includes(key)) return undefined
    // Newer Nodes say more about text that is not JSON.
    return typeof value === 'string' ? value.replace(/ \(line \d+ column \d+\)/g, '') : value
  })
