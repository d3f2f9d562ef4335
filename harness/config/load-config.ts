// The project's config, found, loaded and checked once for each working directory of a process.
import type { ConfigValues } from './check-config.js'
import { findConfig } from './find-config.js'
import { readConfig } from './read-config.js'

export interface LoadedConfig {
  /** Absolute; `null` where there is no config file. */
  readonly file: string | null
  readonly values: ConfigValues
}

export const NO_CONFIG: LoadedConfig = { file: null, values: {} }

const loaded = new Map<string, Promise<LoadedConfig>>()

/** Rejects with `BAD_CONFIG`. */
export const loadConfig = (cwd: string): Promise<LoadedConfig> => {
  const known = loaded.get(cwd) ?? load(cwd)
  loaded.set(cwd, known)
  return known
}

const load = async (cwd: string): Promise<LoadedConfig> => {
  const file = findConfig(cwd)
  return file === null ? NO_CONFIG : { file, values: await readConfig(file) }
}
