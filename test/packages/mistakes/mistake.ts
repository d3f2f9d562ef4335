// An ordinary mistake around a published package, with its mended twin: the package is innocent of it.
import type { World } from '../../../harness/index.js'

export interface Mistake {
  /** What goes wrong, as a fact. */
  readonly says: string
  /** The oracle that sees it. */
  readonly oracle: string
  faulty(world: World): Promise<void>
  mended(world: World): Promise<void>
}
