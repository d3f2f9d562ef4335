// Why it failed, in words: which task was slow, who overtook it, and whether all would have been well without that.
import type { Explanation, PairEnd, Place } from '../core/explanation.js'
import { type Deviation, isHold } from '../core/policy.js'
import type { Counterexample, ExplainedHold } from '../core/report.js'
import { toldData } from '../core/told-data.js'
import { safe } from './text.js'
import { counted, keyParts } from './words.js'

const MOST_DEVIATIONS = 5

/**
 * One sentence or two for each hold and deviation that is left, one for a failure that needs neither; then what is proven: the order
 * that decides, and the lines at which the two ran.
 */
export const whyLines = (counterexample: Pick<Counterexample, 'holds' | 'deviations' | 'explanation'>): string[] => {
  const { pair = null, sentence = null } = counterexample.explanation ?? {}
  const proven = provenLines(counterexample.explanation).map(safe)
  const changes = changeLines(counterexample, sentence === null ? null : pair)
  // A piece of data that decides, or a hold of whose end no line is known, is told by the sentence about it.
  const isTold = (line: string): boolean => line !== proven[0] && (proven[0]?.startsWith(line) ?? false)
  return [...changes.filter((line) => !isTold(line)), ...proven.filter((line) => !changes.includes(line))]
}

const provenLines = (explanation: Explanation | undefined): string[] => {
  const { pair = null, sentence = null, waiting = [], tried } = explanation ?? {}
  if (tried !== undefined) return [nothingDecides(tried)]
  if (sentence === null) return []
  return [sentence, ...(pair === null ? [] : linesOf(pair)), ...(waiting.length === 0 ? [] : [waitingLine(waiting)])]
}

const nothingDecides = (tried: number): string => {
  if (tried === 0) return 'Nothing decides: there is no other order in which it could run.'
  const others = tried === 1 ? 'the one other schedule' : `each of the ${tried.toLocaleString('en')} other schedules`
  return `Nothing that was tried decides: ${others} nearest to this one fails too.`
}

const waitingLine = (waiting: NonNullable<Explanation['waiting']>): string => {
  const [first] = waiting
  if (first?.isAsker === true) return `${first.actor} waited for it at ${placeText(first.at)}.`
  return `When it struck, ${waiting.map(({ actor, at }) => `${actor} waited at ${placeText(at)}`).join(', ')}.`
}

/** A task that was slow and is the later one of the pair is told of by the sentence about both. */
const changeLines = (
  { holds: all, deviations }: Pick<Counterexample, 'holds' | 'deviations'>,
  pair: Explanation['pair'],
): string[] => {
  if (all.length + deviations.length === 0) return ['It needs no special order: the calmest schedule fails.']
  const isOfPair = ({ hold, until }: ExplainedHold): boolean =>
    hold === pair?.[1].key || (until === pair?.[0].key && keyParts(hold)?.actor === keyParts(pair?.[1].key)?.actor)
  const holds = all.filter((hold) => !isOfPair(hold))
  const told = deviations
    .slice(0, MOST_DEVIATIONS)
    .map((change) => (isHold(change) ? heldTask({ ...change, without: null }) : otherChoice(change)))
  const left = deviations.length - told.length
  return [...holds.map(heldTask), ...told, ...(left > 0 ? [`And ${counted(left, 'more deviation')}.`] : [])].map(safe)
}

/** Where the two went on is in the sentence about them, so this is about those of which more is known. */
const linesOf = ([first, second]: NonNullable<Explanation['pair']>): string[] => {
  if (first.until === null && second.until === null) return []
  const [one, other] = [first, second].map(spanOf)
  if (one === other) return [`Both ${one}.`]
  return [`${first.actor} ${one}; ${second.actor} ${other}.`]
}

const spanOf = ({ at, until }: PairEnd): string =>
  `went on at ${placeText(at)}${until === null ? '' : ` and waited next at ${placeText(until)}`}`

const placeText = ({ file, line }: Place): string => `${file}:${line}`

const heldTask = ({ hold, until, at, without }: ExplainedHold): string => {
  const slow = keyParts(hold)
  const place = at === undefined ? '' : ` (${at})`
  const who = slow === null ? hold : `${slow.actor} was slow: ${task(slow.what)}${place}`
  const overtaker = keyParts(until)
  const how =
    until === 'last'
      ? 'came only when nothing else could run'
      : `was overtaken by ${overtaker === null ? until : possessive(overtaker, slow?.actor)}`
  return `${who} ${how}.${otherwise(without)}`
}

/** A name that ends in a mark of its own would run into the sentence's. */
const task = (what: string): string => (/\w$/.test(what) ? what : `"${what}"`)

const possessive = ({ actor, what }: { readonly actor: string; readonly what: string }, than: string | undefined): string =>
  actor === than ? `its own ${task(what)}` : `${actor}'s ${task(what)}`

const otherwise = (without: ExplainedHold['without']): string => {
  if (without === 'pass') return ' Had it come first, all would have been well (checked).'
  return without === 'fail' ? ' Without that it fails in another way (checked).' : ''
}

const otherChoice = ({ at, take, step, index }: Deviation): string => {
  const [place, taken] = [keyParts(at), keyParts(take)]
  if (place === null) return `At choice ${step} option ${index} was taken.`
  if (taken === null) return toldData({ at, take })?.fact ?? `${place.actor}: ${place.what} was ${take}.`
  return taken.actor === place.actor
    ? `${taken.actor}'s ${task(taken.what)} came before its ${task(place.what)}.`
    : `${taken.actor}'s ${task(taken.what)} came before ${place.actor}'s ${task(place.what)}.`
}
