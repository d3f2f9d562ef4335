// `explore()` from the main door, in projects of their own: what a script, or a runner without a host of ours, gets.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from '../support/project.js'

let esm: Project
beforeAll(async () => {
  esm = await createProject('explore-esm', { packages: [] })
})
afterAll(() => esm.remove())

test('returns what a search has to say, whatever it comes to, as plain data with its text', async () => {
  const found = await esm.run('node', ['script.js', 'with words'])
  expect(found.output).toMatch(/^racy: fail after 1\nx script\.js:\d+: AssertionError/m)
  expect(found.output).toMatch(/ann +bob\n/)
  expect(found.output).toMatch(
    /^safe: pass after 50\n50 schedules explored, \d+ distinct; what shows in [\d.]+ % of random schedules or more would have been found/m,
  )
  expect(found.output).toMatch(/^vacuous: unknown after 200\nvacuous-pass: no execution had a choice/m)
  expect(found.output).toContain('plain data: true')
  expect(found.exitCode).toBe(0)

  const [line = ''] = /CROSSWIRE_REPLAY='.*$/m.exec(found.output) ?? []
  expect(line).toMatch(/ node script\.js 'with words'$/)
  const again = await esm.run('bash', ['-c', line])
  expect(again.output).toMatch(/^racy: fail after 1\n[\s\S]*replayed: it fails/m)
  expect(again.output).toContain('safe: pass after 50')
})

test('rejects for misuse by name; what is thrown afterwards is told as ever', async () => {
  const { exitCode, stdout, stderr } = await esm.run('node', ['misuse.js'])
  expect(stdout.split('\n')).toEqual(['BAD_OPTION', 'BAD_OPTION', 'NOT_IN_A_RACE'])
  expect(stderr).toContain('Error: thrown by whoever goes on')
  expect(stderr).not.toContain('corrupted')
  expect(exitCode).toBe(1)
})

test('has types, and works in TypeScript', async () => {
  const { exitCode, output } = await esm.run('node', ['--import', 'tsx', 'typed.ts'])
  expect(output).toMatch(/^pass 0 200 schedules explored/)
  expect(exitCode).toBe(0)
})

test('is required by CommonJS', async () => {
  const cjs = await createProject('explore-cjs', { packages: [] })
  const { exitCode, output } = await cjs.run('node', ['script.js'])
  expect(output).toMatch(/^200 schedules explored/)
  expect(exitCode).toBe(0)
  cjs.remove()
})
