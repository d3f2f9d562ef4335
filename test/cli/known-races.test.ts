// A race that is known, beside another one of the same oracle: only the one that its file is of is known.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { crosswire, ROOT } from '../support/crosswire.js'

// Inside the repository, where the scenario finds crosswire by its name.
const parent = join(ROOT, 'test/artefacts')
mkdirSync(parent, { recursive: true })
const project = mkdtempSync(join(parent, 'known-'))
const at = (...path: string[]): string => join(project, ...path)
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Both bugs show in the calmest schedule, under one oracle without an id of its own. */
const SCENARIO = `import { callers, invariant, scenario } from 'crosswire'
export default scenario({
  name: 'bank',
  story: 'Deposits and withdrawals.',
  callers: callers({
    count: { min: 2, max: 3 },
    each: { min: 1, max: 2 },
    operations: { deposit: () => 5, withdraw: () => -7 },
  }),
  variants: { only: () => import('./bank.mjs') },
  open: ({ createBank }, { controls }) => {
    const bank = createBank(() => controls.pause('a while'))
    return { call: (op, amount) => bank[op](amount) }
  },
  oracles: [
    invariant('money-adds-up', ({ history }) => {
      const ends = history.filter(({ type }) => type === 'ok')
      const wanted = history.filter(({ type }) => type === 'invoke').reduce((sum, { input }) => sum + input, 100)
      return ends.length * 2 < history.length || ends.some(({ output }) => output === wanted)
    }),
  ],
})
`
const METHODS = {
  safe: (op: string) => `async ${op}(amount) { await aWhile(); return (total += amount) }`,
  lost: (op: string) => `async ${op}(amount) { const before = total; await aWhile(); return (total = before + amount) }`,
} as const

const writeBank = (deposit: keyof typeof METHODS, withdraw: keyof typeof METHODS): void => {
  const methods = `${METHODS[deposit]('deposit')},\n  ${METHODS[withdraw]('withdraw')}`
  writeFileSync(at('bank.mjs'), `export const createBank = (aWhile, total = 100) => ({\n  ${methods}\n})\n`)
}

test('another race of its oracle is red, and is saved, although neither names a line', async () => {
  const races = at('races')
  const run = () => crosswire('run', at('bank.scenario.mjs'), '--seed', '1', '--save', races)
  writeFileSync(at('bank.scenario.mjs'), SCENARIO)
  writeBank('lost', 'safe')
  expect((await run()).exitCode).toBe(1)
  const [file = ''] = readdirSync(races)
  const race = JSON.parse(readFileSync(join(races, file), 'utf8'))
  expect(race.explanation?.pair ?? null).toBeNull()
  writeFileSync(join(races, file), JSON.stringify({ ...race, known: { until: '2999-12-31', reason: 'the driver' } }))
  expect(await run()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Known: until 2999-12-31') })

  writeBank('safe', 'lost')
  const other = await run()
  expect(other.stdout).not.toContain('Known:')
  expect(other.stderr).toMatch(/saved: /)
  expect(other.exitCode).toBe(1)
  expect(readdirSync(races)).toHaveLength(2)
})
