// What a search without a finding is worth: never more than it has shown.
import type { Worth } from '../core/report.js'
import { safe, wrap } from './text.js'
import { counted, percent } from './words.js'

/** One sentence or two, wrapped to `width` (default 80): how much was run, and the rarest bug that it would have shown. */
export const worthLine = (worth: Worth, width = 80): string => wrap(safe(worthInWords(worth)), width).join('\n')

const worthInWords = ({ executions, distinct, draws, smallestProbability, claim }: Worth): string => {
  const done = `${counted(executions, 'execution')}, ${counted(distinct, 'distinct interleaving')}`
  if (claim !== null) return `${done}: ${claim}.`
  if (smallestProbability === null) return `${done}: none of them was drawn at random, so nothing is known of the others.`
  const random = draws < executions ? ` (${counted(draws, 'execution')} drawn at random)` : ''
  return `${done}${random}: a bug that shows in ${percent(smallestProbability)} of random schedules or more would have been found with 95 % probability.`
}
