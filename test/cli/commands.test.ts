// The other commands, and the ways to start them.
import { connect } from 'node:net'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { crosswire, ROOT, startCrosswire } from '../support/crosswire.js'

test('npx finds the command of this repository', async () => {
  const { stdout, exitCode } = await execa('npx', ['crosswire', 'list', '--json'], { cwd: ROOT, reject: false, input: '' })
  const { scenarios } = JSON.parse(stdout)
  expect(scenarios.map(({ name }: { name: string }) => name)).toContain('rpc-shared-socket')
  expect(exitCode).toBe(0)
})

test('doctor says what the machine offers, and every default', async () => {
  const { stdout, exitCode, left } = await crosswire('doctor')
  for (const what of [
    'node',
    'drain',
    'async context',
    'execution directory',
    '1,000 executions',
    '100,000',
    '24 hours',
    '5 s of CPU time',
  ]) {
    expect(stdout).toContain(what)
  }
  expect(exitCode).toBe(0)
  expect(left).toEqual([])
})

test('help and version end with 0', async () => {
  expect((await crosswire('--help')).exitCode).toBe(0)
  expect(await crosswire('--version')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
})

test('the dispatcher prints one ready line, answers, and ends by a signal', async () => {
  const running = startCrosswire(['dispatcher', '--tcp', '0', '--tool', 'terminal=echo'])
  const ready = await new Promise<string>((resolve) => running.process.stdout?.once('data', (chunk) => resolve(String(chunk))))
  const port = Number(/:(\d+)/.exec(ready)?.[1] ?? /"port":(\d+)/.exec(ready)?.[1])
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${JSON.stringify({ tool: 'terminal', args: { command: 'TAG-1' } })}\n`),
    )
    socket.on('error', reject)
    socket.once('data', (chunk) => {
      resolve(String(chunk))
      socket.destroy()
    })
  })
  expect(answer).toContain('TAG-1')
  running.process.kill('SIGTERM')
  const { left } = await running.ended
  expect(left).toEqual([])
})
