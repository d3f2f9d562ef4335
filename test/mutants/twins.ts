// Which fixed variants there are, and which files each of them is made of: read from the registry's own sources.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyScenario } from '../../harness/index.js'
import { fileOf, importsOf, type Source } from '../repo/sources.js'
import { ROOT } from '../support/crosswire.js'

export interface Twin {
  readonly scenario: string
  readonly variant: string
  /**
   * Relative to the root: its own module first, then what it imports, up to the door of crosswire. Where it replaces one part of a
   * larger thing, then that as well: the module that puts the ordinary parts together, with what it imports and the twin does not replace.
   */
  readonly files: readonly string[]
  /** Everything that its scenario is made of: also the other variants, and who visits and judges them. */
  readonly around: readonly string[]
}

const REGISTRY = 'scenarios/index.ts'

const read = (path: string): Source => {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return { path, text, lines: text.split('\n') }
}

const importedBy = (source: Source): string[] =>
  importsOf(source).flatMap(({ name, isType }) => {
    const file = isType ? null : fileOf(source, name)
    return file?.startsWith('scenarios/') && existsSync(join(ROOT, file)) ? [file] : []
  })

const closureOf = (path: string, before: readonly string[] = []): string[] =>
  before.includes(path)
    ? [...before]
    : importedBy(read(path)).reduce<string[]>((all, next) => closureOf(next, all), [...before, path])

/** `const PARTS: Parts = { ... }`: what a variant does not bring is taken from there. Who opens it, visits it and judges it stands outside. */
const PUTS_TOGETHER = /^const PARTS\b/m

const EXPORTED = /^export (?:const|let|class|(?:async )?function) (\w+)/gm
const exportsOf = (path: string): string[] => [...read(path).text.matchAll(EXPORTED)].map(([, name = '']) => name)

/** A part that it has itself is not taken from elsewhere: nothing that is done to the other one would show. */
const filesOf = (scenario: Source, own: string): string[] => {
  const isReplaced = (path: string): boolean => exportsOf(path).some((name) => exportsOf(own).includes(name))
  const base = closureOf(scenario.path).filter((path) => PUTS_TOGETHER.test(read(path).text))
  const parts = base.flatMap((path) => closureOf(path)).filter((path) => !isReplaced(path))
  return [...new Set([...closureOf(own), ...parts])]
}

/** Of the fixed variants that are modules here: what others have published is not ours to mutate. */
export const allTwins = async (): Promise<Twin[]> => {
  const twins: Twin[] = []
  const scenarios = importedBy(read(REGISTRY)).filter((path) => path.endsWith('/scenario.ts'))
  for (const path of scenarios) twins.push(...twinsOf(read(path), await scenarioIn(path)))
  return twins
}

const scenarioIn = async (path: string): Promise<AnyScenario> => (await import(pathToFileURL(join(ROOT, path)).href)).default

const twinsOf = (source: Source, { name, expect = {} }: AnyScenario): Twin[] =>
  Object.keys(expect)
    .filter((variant) => expect[variant] === 'pass')
    .flatMap((variant) => {
      const own = moduleOf(source, variant)
      return own === null ? [] : [{ scenario: name, variant, files: filesOf(source, own), around: closureOf(source.path) }]
    })

/** `fixed: () => import('./fixed.js')`. */
const moduleOf = (source: Source, variant: string): string | null => {
  const [, name = ''] = new RegExp(`['"\\s]${variant}['"]?: (?:async )?\\(\\) => import\\('([^']+)'\\)`).exec(source.text) ?? []
  return name.startsWith('.') ? fileOf(source, name) : null
}
