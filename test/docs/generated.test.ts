// What the docs say of the code is made from the code. `CROSSWIRE_UPDATE_DOCS=1 npx vitest run test/docs` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fill, generated } from './generated.js'

test.each(Object.keys(generated))('%s is up to date', (file) => {
  const text = readFileSync(file, 'utf8')
  const filled = fill(file, text)
  if (process.env.CROSSWIRE_UPDATE_DOCS === '1') writeFileSync(file, filled)
  else expect(text).toBe(filled)
})
