// The test that `crosswire init` writes. It fails on purpose: whoever tries a tool like this wants to see what it finds, and a test
// that passes shows nothing. The subject is one whose mistake no plain test shows: in the order in which Node runs it by itself, all is well.
import type { ProjectFacts, Runner } from './project-facts.js'

export interface FirstRace {
  /** Relative to the root of the project. */
  readonly file: string
  readonly text: string
}

interface Style {
  readonly runner: Runner
  readonly typed: boolean
  readonly required: boolean
}

/** `canRequire`: this Node lets CommonJS load ES modules, as crosswire is one. */
export const firstRace = (facts: ProjectFacts, { canRequire }: { readonly canRequire: boolean }): FirstRace => {
  const { runner, language, module, testFolder, testSuffix } = facts
  const typed = language === 'TypeScript'
  // Vitest takes every test file for an ES module; Node's own runner takes it for what it is.
  const plain = runner === 'vitest' || module === 'ESM'
  const required = !plain && !typed && canRequire
  const extension = `${plain || required ? '' : 'm'}${typed ? 'ts' : 'js'}`
  const suffix = runner === 'vitest' ? testSuffix : 'test'
  const name = `first-race.${suffix}.${extension}`
  return {
    file: testFolder === '.' ? name : `${testFolder}/${name}`,
    text: textOf({ runner, typed, required }),
  }
}

const textOf = ({ runner, typed, required }: Style): string => `\
// A first race, which fails on purpose: run it, and read the interleaving that it shows.
${importsOf(runner, required)}

/** Ordinary code: a box that shows the results of what is typed. Yours lies in files of its own, and needs no change for a race. */
const createSearchBox = (find${typed ? ': (text: string) => Promise<string>' : ''}) => {
  const box = { text: '', results: '' }
  const type = async (text${typed ? ': string' : ''}) => {
    box.text = text
    const results = await find(text)
    // The mistake: an answer that comes late replaces a newer one. With the next line it does not, and the race passes.
    // if (text !== box.text) return
    box.results = results
  }
  return { box, type }
}

race('the results are those of what was typed last', async ({ together, slow }) => {
  const { box, type } = createSearchBox(slow(async (text${typed ? ': string' : ''}) => \`results for \${text}\`))
  await together({ first: () => type('ca'), second: () => type('cat') })
  ${runner === 'vitest' ? "expect(box).toEqual({ text: 'cat', results: 'results for cat' })" : "assert.deepEqual(box, { text: 'cat', results: 'results for cat' })"}
})
`

const importsOf = (runner: Runner, required: boolean): string => {
  if (runner === 'vitest') return "import { race } from 'crosswire/vitest'\nimport { expect } from 'vitest'"
  return required
    ? "const assert = require('node:assert/strict')\nconst { race } = require('crosswire/node-test')"
    : "import assert from 'node:assert/strict'\nimport { race } from 'crosswire/node-test'"
}
