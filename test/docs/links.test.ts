// Every link of the docs to a file of the repository leads somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/crosswire.js'

const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
)

test.each(pages)('links of %s', (page) => {
  const links = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
    ([, link]) => link as string,
  )
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([])
})
