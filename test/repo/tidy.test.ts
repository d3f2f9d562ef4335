// Style as a test: what is not written here, and what to write in its place.
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './sources.js'

interface Ban {
  readonly pattern: RegExp
  readonly advice: string
  /** Where it is banned. Default: everywhere. */
  readonly where?: RegExp
  /** Where it is allowed all the same. */
  readonly except?: RegExp
}

const HARNESS = /^harness\/.*\.ts$/
const CODE = /\.(ts|mts|mjs|cjs)$/
const REAL = /^harness\/(runtimes\/node\/kernel\/real\.ts|runtimes\/real\/|cli\/)/
/** Defines functions of those names, or replaces them. */
const PATCHES = /^harness\/runtimes\/node\/(intercept|watchdog)\/|^harness\/runtimes\/node\/kernel\/(kernel|types)\.ts$/

const BANS: readonly Ban[] = [
  {
    pattern: /(?<![.\w])(setTimeout|setInterval|setImmediate)\(/,
    where: HARNESS,
    except: new RegExp(`${REAL.source}|${PATCHES.source}|^harness/dispatchers/`),
    advice: 'real.setTimeout from runtimes/node/kernel/real.ts: the global is what we replace',
  },
  {
    pattern: /\bDate\.now\(|\bperformance\.now\(|\bprocess\.hrtime\b/,
    where: HARNESS,
    except: new RegExp(`${REAL.source}|${PATCHES.source}`),
    advice: 'real.performanceNow from runtimes/node/kernel/real.ts, or the time of the execution',
  },
  { pattern: /\bMath\.random\(/, where: HARNESS, advice: 'a stream of core/random.ts: the same seed gives the same bytes' },
  { pattern: /\bas unknown as\b/, where: /^harness\/core\//, advice: 'a type that fits' },
  { pattern: /@ts-(ignore|nocheck)/, where: CODE, advice: '@ts-expect-error with a reason' },
  {
    pattern: /\bconsole\.(log|info|warn|error|debug)\(/,
    where: HARNESS,
    except: /^harness\/(cli|runtimes\/real)\//,
    advice: 'return text, and let whoever calls write it',
  },
  {
    pattern: /^\s*(export\s+)?(const\s+)?enum\s/,
    where: CODE,
    // A user's code may have one.
    except: /^test\/fixtures\/projects\/scenario-/,
    advice: 'a union of strings',
  },
  { pattern: /^export default\b/, where: HARNESS, advice: 'a named export: it keeps its name where it is used' },
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, except: /^test\/repo\//, advice: 'do it, or say in a sentence why it is as it is' },
  { pattern: /\u2014/, advice: 'a colon, a comma or a full stop' },
  {
    pattern: /\b(it|test)\.only\(|\bdescribe\.only\(/,
    where: /^test\/.*\.test\.ts$/,
    advice: 'no .only: the others would not run',
  },
  { pattern: /\b(it|test)\('should |\b(it|test)\("should /, where: /^test\//, advice: 'a fact in the present tense' },
  { pattern: /(?<![\w.])\/(work|root|home|Users)\/\w/, except: /^test\/repo\//, advice: 'a path relative to the repository' },
  { pattern: /\bissues? #?\d+\b/i, advice: 'say what it is about: a number means nothing to a reader' },
  {
    pattern: /\bregistry\.(npmjs|yarnpkg)\b|\bnpm\.pkg\.github\b/,
    except: /^test\/repo\//,
    advice: 'the name of the package: where it comes from is the business of npm',
  },
]

/** Where code is banned, its name in a sentence is not. */
const withoutComment = (line: string): string => line.replace(/^\s*(\/\*\*|\*).*|\s\/\/ .*$|^\/\/ .*$/, '')

const inScope = ({ path }: Source, { where, except }: Ban): boolean => where?.test(path) !== false && except?.test(path) !== true

const violations = (source: Source, ban: Ban): string[] =>
  inScope(source, ban)
    ? source.lines.flatMap((line, i) =>
        ban.pattern.test(ban.where === HARNESS ? withoutComment(line) : line)
          ? `${source.path}:${i + 1}: ${line.trim()}  -> ${ban.advice}`
          : [],
      )
    : []

const all = (of: (source: Source) => string[]): string[] => sources.flatMap(of)

describe('tidy', () => {
  test.each(BANS)('$pattern', (ban) => {
    expect(all((source) => violations(source, ban))).toEqual([])
  })

  test.each([
    ['    const x = setTimeout(() => {}, 5)', 'harness/search/x.ts'],
    ['  return Date.now()', 'harness/core/x.ts'],
    ['  const x = Math.random()', 'harness/strategies/x.ts'],
    ["  console.log('here')", 'harness/oracles/x.ts'],
    ["const dir = '/home/me/project'", 'harness/oracles/x.ts'],
  ])('sees %s', (line, path) => {
    const source = { path, text: line, lines: [line] }
    expect(BANS.flatMap((ban) => violations(source, ban))).toHaveLength(1)
  })

  // A project in which a user's own test has an odd name is there for that name.
  test('names of files are in kebab case', () => {
    const isOurs = (path: string) => !/^test\/fixtures\/projects\/.*odd /.test(path)
    const isKebab = (name: string) => /^[.]?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name) || /^[A-Z]+(\.md)?$/.test(name)
    expect(all(({ path }) => (isKebab(basename(path)) || !isOurs(path) ? [] : [path]))).toEqual([])
  })

  test('the first line of a file says what room this is', () => {
    const isCode = ({ path }: Source) =>
      /^(harness|scenarios|test)\/.*\.(ts|mjs)$/.test(path) && !path.startsWith('test/fixtures/')
    const says = ({ lines: [first = '', second = ''] }: Source) => /^\/\/ \S.{15,}/.test(first.startsWith('#!') ? second : first)
    expect(all((source) => (!isCode(source) || says(source) ? [] : [source.path]))).toEqual([])
  })

  test.each([
    [/^(harness|scenarios)\/.*\.(ts|mjs)$/, 300],
    [/^test\/.*\.ts$/, 400],
  ])('files of %s are at most %i lines', (where, most) => {
    expect(
      all(({ path, lines }) =>
        where.test(path) && lines.length - 1 > most ? [`${path}: ${lines.length - 1} lines -> split it`] : [],
      ),
    ).toEqual([])
  })

  test('a file exports at most twelve things, unless it is the door of a room', () => {
    const count = ({ lines }: Source) => lines.filter((line) => line.startsWith('export ')).length
    expect(
      all((source) =>
        HARNESS.test(source.path) && basename(source.path) !== 'index.ts' && count(source) > 12 ? [source.path] : [],
      ),
    ).toEqual([])
  })

  test('the top level holds what it is meant to hold', () => {
    const top = new Set(sources.map(({ path }) => path.split('/')[0] as string).filter((name) => !name.startsWith('.')))
    const meant = [
      'package.json',
      'tsconfig.json',
      'vitest.config.ts',
      'biome.json',
      'harness',
      'scenarios',
      'test',
      'README.md',
      'docs',
    ]
    expect([...top].filter((name) => !meant.includes(name))).toEqual([])
  })
})
