// A race file as text: pretty, and always in the same order, so that a diff shows what has changed and nothing else.
import type { RaceFile } from './race-file.js'

const TOP = [
  'format',
  'id',
  'variant',
  'file',
  'race',
  'verdict',
  'explanation',
  'end',
  'known',
  'workload',
  'policy',
  'byIndex',
  'drawn',
  'runtime',
  'model',
  'versions',
]

/** Of the objects inside; an operation's input is the user's, and stays as it is. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  verdict: ['oracle', 'symptom', 'message'],
  explanation: ['sentence', 'pair'],
  end: ['kind', 'waiting'],
  known: ['until', 'reason'],
  workload: ['callers', 'subjectSeed', 'value'],
  policy: ['pick', 'seed', 'stay', 'over', 'changeAt', 'redrawOnClash', 'weights', 'deviations'],
  drawn: ['seed', 'path'],
}

const CHANGE = ['hold', 'until', 'at', 'nth', 'step', 'take', 'index']

/** Ends with a line break. Fields that this version does not know stand last. */
export const raceText = (race: RaceFile): string => `${JSON.stringify(ordered(race), null, 2)}\n`

const ordered = (race: RaceFile): object => {
  const inner = Object.fromEntries(
    Object.entries(INNER).flatMap(([name, keys]) =>
      Object.hasOwn(race, name) ? [[name, sorted(race[name as never], keys)]] : [],
    ),
  )
  const deviations = race.policy.deviations.map((change) => sorted(change, CHANGE))
  return sorted({ ...race, ...inner, policy: sorted({ ...race.policy, deviations }, INNER.policy as readonly string[]) }, TOP)
}

const sorted = (object: object, keys: readonly string[]): object => {
  const entries = Object.entries(object)
  const known = keys.flatMap((key) => entries.filter(([name]) => name === key))
  return Object.fromEntries([...known, ...entries.filter(([name]) => !keys.includes(name))])
}
