// What a race file is called: whose race it is and which one, in letters that every file system takes.
import { hashText } from '../../core/random.js'
import type { RaceFile } from './race-file.js'
import { placeless, TEST_OF } from './same-race.js'

const LONGEST = 60

/** `rpc-shared-socket.faulty.swapped-responses`, `client.test.keeps-answers-apart.own-response-swap`; without `.json`. */
export const raceName = (race: RaceFile): string => {
  const { variant, verdict } = race
  const which = race.race ?? [verdict.oracle, verdict.symptom ?? []].flat().join('-')
  return [...ownerOf(race.id), ...(variant === undefined ? [] : [variant]), which].map(inLetters).join('.')
}

const ownerOf = (id: string): string[] => {
  const [file = '', ...name] = placeless(id).split(TEST_OF)
  return name.length === 0 ? [id] : [...stemOf(file).split('.'), name.join(TEST_OF)]
}

/** What the names of all race files of a test file begin with: `client.test.`. */
export const prefixOfTests = (testFile: string): string => `${stemOf(testFile).split('.').map(inLetters).join('.')}.`

const stemOf = (file: string): string => file.replace(/\.[^.]*$/, '')

/** A name that had to be cut, or that has other letters, ends in what tells it apart. */
const inLetters = (text: string): string => {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (name.length <= LONGEST && name !== '' && !/[^\x20-\x7e]/.test(text)) return name
  return `${name.slice(0, LONGEST - 8).replace(/-+$/, '')}-${hashText(text).toString(16).padStart(8, '0')}`.replace(/^-/, '')
}
