// Which tsconfig.json the transpiler goes by: that of the scenario, wherever the command line was called.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Environment } from '../../search/index.js'
import type { Target } from '../messages.js'

/** The nearest one above a user's file; nothing where there is none, and where the user has chosen one. */
export const tsconfigFor = (target: Target, env: Environment): { readonly TSX_TSCONFIG_PATH?: string } => {
  if (!('file' in target) || env.TSX_TSCONFIG_PATH !== undefined) return {}
  const path = nearest(dirname(target.file))
  return path === null ? {} : { TSX_TSCONFIG_PATH: path }
}

const nearest = (folder: string): string | null => {
  const path = join(folder, 'tsconfig.json')
  if (existsSync(path)) return path
  return dirname(folder) === folder ? null : nearest(dirname(folder))
}
