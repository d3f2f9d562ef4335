// The files of the repository as its style tests read them, and who imports whom.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/crosswire.js'

export interface Source {
  /** Relative to the root, with slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

export interface Import {
  /** As written. */
  readonly name: string
  /** Gone once it is compiled. */
  readonly isType: boolean
}

/** Everything that git knows or would take, text only. */
const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|mts|mjs|cjs|js|json|md|sh)$|^\.ci\/run$/.test(path) && path !== 'package-lock.json')

const textOf = (path: string): string | null => {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    // Removed, and not yet committed.
    return null
  }
}

export const sources: readonly Source[] = FILES.flatMap((path) => {
  const text = textOf(path)
  return text === null ? [] : { path, text, lines: text.split('\n') }
})

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?([^'";]*?\sfrom\s+)?'([^']+)'/gm
/** What is put together while it runs is no name. */
const CALL = /\bimport\('([^'$]+)'\)/g

export const importsOf = ({ text }: Source): Import[] => [
  ...[...text.matchAll(STATEMENT)].map(([, type, names = '', name = '']) => ({
    name,
    isType: type !== undefined || onlyTypes(names),
  })),
  ...[...text.matchAll(CALL)].map(([, name = '']) => ({ name, isType: false })),
]

/** `{ type A, type B } from`. */
const onlyTypes = (names: string): boolean => {
  const inner = /^\{(.*)\}\s+from\s+$/s.exec(names)?.[1]
  return inner?.split(',').every((each) => each.trim() === '' || each.trim().startsWith('type ')) ?? false
}

/** The path of a file that is imported by a relative name; `null` for a package. */
export const fileOf = ({ path }: Source, name: string): string | null =>
  name.startsWith('.')
    ? join(dirname(path), name)
        .replace(/\.js$/, '.ts')
        .replace(/\.mjs$/, '.mts')
    : null
