// What every command is given by whoever composes them.
import type { Versions } from '../../reporters/index.js'
import type { Environment } from '../../search/index.js'
import type { Terminal } from '../terminal.js'

export interface Context {
  readonly cwd: string
  readonly env: Environment
  readonly terminal: Terminal
  readonly versions: Versions
}
