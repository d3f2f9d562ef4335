// What the docs say of the code is made from the code. `CROSSWIRE_UPDATE_DOCS=1 npx vitest run test/docs` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS, VARIABLES } from '../../harness/config/index.js'
import type { RaceOptions } from '../../harness/hosts/race-settings.js'
import { sources } from '../repo/sources.js'
import { fill, generated } from './generated.js'

test.each(Object.keys(generated))('%s is up to date', (file) => {
  const text = readFileSync(file, 'utf8')
  const filled = fill(file, text)
  if (process.env.CROSSWIRE_UPDATE_DOCS === '1') writeFileSync(file, filled)
  else expect(text).toBe(filled)
})

test('every variable that the code reads is in the table', () => {
  const code = sources.filter(({ path }) => /^harness\/.*\.m?ts$/.test(path)).map(({ text }) => text)
  const read = new Set(code.join('\n').match(/\bCROSSWIRE_[A-Z]+\b/g))
  const known = [...Object.keys(VARIABLES), ...SETTING_NAMES.map((name) => SETTINGS[name].variable)]
  expect([...read].filter((name) => !known.includes(name))).toEqual([])
})

/** A key that is missing here, or too much, is an error of types. */
const RACE_OPTIONS: { readonly [Name in keyof Required<RaceOptions>]: true } = {
  budget: true,
  strategy: true,
  seed: true,
  shrinkBudget: true,
  keepGoing: true,
  limits: true,
  oracles: true,
  faults: true,
  native: true,
  reset: true,
  isolate: true,
  recycle: true,
  timeout: true,
}

test('every option of a race is a setting or has a row of its own, and there is no other row', () => {
  const page = readFileSync('docs/settings.md', 'utf8')
  const [, table = ''] = /^\| option of a race .*\n((?:\|.*\n)+)/m.exec(page) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const ofRaces = SETTING_NAMES.filter((name) => SETTINGS[name].inCode.includes('race()')).map((name) => name.split('.')[0])
  expect([...new Set(ofRaces), ...rows].sort()).toEqual(Object.keys(RACE_OPTIONS).sort())
})
