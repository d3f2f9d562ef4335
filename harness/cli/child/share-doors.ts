// CommonJS files of a user's are given the very modules of crosswire that run here: the transpiler would make a second copy of
// them for `require`, whose kernel controls nothing and whose errors are not known.
import Module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as door from '../../index.js'
import * as register from '../../register.js'

/** To be called before the first of a user's files is loaded. */
export const shareDoors = (): void => {
  const { cache } = createRequire(import.meta.url)
  for (const [name, exports] of Object.entries({ index: door, register })) {
    const file = fileURLToPath(new URL(`../../${name}.js`, import.meta.url))
    cache[file] = Object.assign(new Module(file), { filename: file, loaded: true, exports })
  }
}
