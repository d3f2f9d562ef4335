// What the docs say of the code is made from the code. `CROSSWIRE_UPDATE_DOCS=1 npx vitest run test/docs` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS, VARIABLES } from '../../harness/config/index.js'
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
