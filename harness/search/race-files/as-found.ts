// What a race file knows of why it failed, for a replay, which explains nothing anew.
import { relative, resolve } from 'node:path'
import type { StoredRace } from './folder.js'
import type { RaceEnd } from './race-file.js'

/**
 * Marked as recorded: lines, and what stands on them, are those of the day on which the race was found. Nothing where the file says nothing,
 * or where another failure than its own was met. Places are told from `cwd`.
 */
export const asFound = (
  { path, race: { explanation } }: StoredRace,
  { isSame, cwd }: { readonly isSame: boolean; readonly cwd: string },
): string[] => {
  if (explanation === undefined || !isSame) return []
  const { sentence, pair } = explanation
  const said = ({ actor, at, code }: RaceEnd): string => {
    const place = relative(cwd, resolve(path, '..', at))
    return `${actor} at ${place}${code === undefined ? '' : ` \`${code}\``}`
  }
  return [
    ...(sentence === null ? [] : [`as it was found: ${sentence}`]),
    ...(pair === null ? [] : [`as it was found, the order of these two decided: ${pair.map(said).join(', then ')}`]),
  ]
}
