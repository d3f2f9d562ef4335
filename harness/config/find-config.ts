// Where a project's config file lies: in the working directory or above it, up to the root of the package or the monorepo.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HarnessError } from '../core/errors.js'

const NAME = /^crosswire\.config\.(?:[cm]?[jt]s|json)$/

/** The nearest one; `null` where there is none. Throws `BAD_CONFIG` where a folder has two. */
export const findConfig = (cwd: string): string | null => {
  for (const folder of foldersToRoot(cwd)) {
    const names = readdirSync(folder)
      .filter((name) => NAME.test(name))
      .sort()
    const [name, other] = names
    if (name !== undefined && other === undefined) return join(folder, name)
    if (name === undefined) continue
    throw new HarnessError('BAD_CONFIG', `there are ${names.length} config files in ${folder}`, {
      found: names.join(', '),
      expected: 'one of them',
    })
  }
  return null
}

/** From `cwd` to the root: of a monorepo or a repository, else of the package, else `cwd` alone. */
export const foldersToRoot = (cwd: string): string[] => {
  const above = foldersAbove(cwd)
  const repository = above.findIndex(isRepository)
  const root = repository >= 0 ? repository : above.findIndex((folder) => existsSync(join(folder, 'package.json')))
  return above.slice(0, Math.max(root, 0) + 1)
}

const foldersAbove = (folder: string): string[] => {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)]
}

const isRepository = (folder: string): boolean =>
  existsSync(join(folder, '.git')) ||
  existsSync(join(folder, 'pnpm-workspace.yaml')) ||
  hasWorkspaces(join(folder, 'package.json'))

/** A package.json that cannot be read is somebody else's to complain about. */
const hasWorkspaces = (file: string): boolean => {
  try {
    return 'workspaces' in JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}
