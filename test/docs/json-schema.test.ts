// The schema that the docs hand out is that of the fields. `CROSSWIRE_UPDATE_DOCS=1 npx vitest run test/docs` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jsonSchema } from './json-fields.js'

const FILE = 'docs/json.schema.json'

test('docs/json.schema.json is up to date', () => {
  const text = `${JSON.stringify(jsonSchema(), null, 2)}\n`
  if (process.env.CROSSWIRE_UPDATE_DOCS === '1') writeFileSync(FILE, text)
  else expect(readFileSync(FILE, 'utf8')).toBe(text)
})
