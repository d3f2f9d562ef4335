// A piece of data that a schedule chose, in words: how long something took, how much of what had arrived was read, whether a fault struck.
import type { Deviation } from './policy.js'
import { keyParts } from './task-key.js'

export interface ToldData {
  /** A sentence: what was chosen. */
  readonly fact: string
  /** Behind "Had": that it had not been chosen. */
  readonly otherwise: string
  /** Behind "Had": that it had been chosen. */
  readonly likewise: string
}

/** `null` where the deviation chose a task, or where its place is known by number alone. */
export const toldData = ({ at, take }: Pick<Deviation, 'at' | 'take'>): ToldData | null => {
  const place = keyParts(at)
  if (place === null || keyParts(take) !== null) return null
  const [, kind = '', name = ''] = /^(\S+) (.*)$/s.exec(place.what) ?? []
  return (WORDS[kind] ?? anything)({ actor: place.actor, name: name === '' ? place.what : name, take })
}

interface Chosen {
  readonly actor: string
  /** Without the kind of the choice. */
  readonly name: string
  readonly take: string
}

/** `terminal` of the dispatcher's, `look up` of ann's; what nobody in particular does has no owner. */
const whose = ({ actor, name }: Chosen): string => {
  const what = name.replace(/^delay /, '')
  return actor === 'main' ? what : `${actor === 'dispatcher' ? 'the dispatcher' : actor}'s ${what}`
}

/** At the beginning of a sentence; names of callers stay as they are. */
const begun = (chosen: Chosen): string => {
  const text = whose(chosen)
  return isNobodys(chosen) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

const isNobodys = ({ actor }: Chosen): boolean => actor === 'main' || actor === 'dispatcher'

const anything = (chosen: Chosen): ToldData => ({
  fact: `${begun(chosen)} was ${chosen.take}.`,
  otherwise: 'it not been',
  likewise: `${whose(chosen)} been ${chosen.take}`,
})

const delay = (chosen: Chosen): ToldData => {
  const { take } = chosen
  if (take === 'never') {
    return { fact: `${begun(chosen)} never came.`, otherwise: 'it come', likewise: `${whose(chosen)} never come` }
  }
  if (!/^[\d.]+ m?s$/.test(take)) return anything(chosen)
  return {
    fact: `${begun(chosen)} took ${take}.`,
    otherwise: 'it taken its usual time',
    likewise: `${whose(chosen)} taken ${take}`,
  }
}

/** `past timer 10 ms`, `before timer 10 ms`. */
const latency = (chosen: Chosen): ToldData => {
  const [, when, timer] = /^(past|before) (.*)$/s.exec(chosen.take) ?? []
  const until = when === undefined ? `took ${chosen.take}` : `came just ${when === 'past' ? 'after' : 'before'} ${timer} was due`
  return {
    fact: `${begun(chosen)} ${until}.`,
    otherwise: 'it come at once',
    likewise: `${whose(chosen)} ${until.replace(/^took/, 'taken').replace(/^came/, 'come')}`,
  }
}

const PIECES: Readonly<Record<string, string>> = {
  'first write': 'the first write',
  '1 byte': 'one byte',
  half: 'the first half',
  'all but 1 byte': 'all but the last byte',
}

/** `net.read dispatcher.sock ann s2c` */
const chunk = (chosen: Chosen): ToldData => {
  const { name, take } = chosen
  const [, connection, direction] = /^\S+ (.*) (c2s|s2c)$/s.exec(name) ?? []
  const sent =
    connection === undefined
      ? `the data of ${whose(chosen)}`
      : `what the ${direction === 's2c' ? 'server' : 'client'} sent on connection ${connection}`
  const piece = PIECES[take]
  if (piece === undefined)
    return { fact: `All of ${sent} was read at once.`, otherwise: 'it not been', likewise: `all of ${sent} been read at once` }
  return {
    fact: `Of ${sent}, ${piece} was read by itself.`,
    otherwise: 'all of it been read at once',
    likewise: `${piece} of ${sent} been read by itself`,
  }
}

/** `fault terminal` of the dispatcher's, `net.reset tcp ann`, `net.connect tcp ann`, or what a scenario calls it. */
const fault = (chosen: Chosen): ToldData => {
  const [, own, what = ''] = /^(fault|net\.\S+) (.*)$/s.exec(chosen.name) ?? []
  if (own === undefined) return anything({ ...chosen, actor: 'main' })
  const kind = chosen.take === 'now' ? own.replace('net.', '') : chosen.take
  const where = own === 'fault' ? `the dispatcher at ${what}` : `connection ${what}`
  return { fact: `A fault struck ${where}: ${kind}.`, otherwise: 'it not struck', likewise: `a fault (${kind}) struck ${where}` }
}

const WORDS: Readonly<Record<string, (chosen: Chosen) => ToldData>> = { delay, latency, chunk, fault }
