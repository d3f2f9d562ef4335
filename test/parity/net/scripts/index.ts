// All scripts; each is played over every family for which it makes sense.
import type { Family, Script } from '../stage.js'
import { agents } from './agents.js'
import { ending } from './ending.js'
import { moving } from './moving.js'
import { opening } from './opening.js'

export const plays: readonly { readonly script: Script; readonly family: Family }[] = [
  ...opening,
  ...ending,
  ...moving,
  ...agents,
].flatMap((script) =>
  (script.only === undefined ? (['tcp', 'uds'] as const) : [script.only]).map((family) => ({ script, family })),
)
