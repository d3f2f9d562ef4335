// recovers: each bad history is rejected, and its repaired twin is accepted.
import { expect, test } from 'vitest'
import { recovers } from '../../harness/oracles/recovers.js'
import { tell } from './tell.js'

const said = (story: string): string =>
  [recovers().judge(tell(story))]
    .flat()
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))[0] ?? ''

const LOST = `
  ann calls TAG-1
  bob calls TAG-2
  dispatcher takes TAG-1
  dispatcher loses TAG-1 by disconnect
  ann fails closed`
const AGAIN = "although the connection was known to be lost since ann's call had failed: closed"

test('a call that begins after the loss was noticed is received, or the subject does not connect anew', () => {
  const after = `${LOST}\n bob fails closed\n ann calls TAG-3`
  expect(said(`${after}\n ann fails closed`)).toBe(
    `not-recovered: ann's call TAG-3 failed before the dispatcher received it, ${AGAIN}`,
  )
  expect(said(`${after}\n dispatcher takes TAG-3 on c2\n dispatcher answers TAG-3\n ann gets TAG-3`)).toBe('pass')
  expect(said(`${after}\n dispatcher takes TAG-3 on c2\n dispatcher refuses TAG-3\n ann fails the tool says no`)).toBe('pass')
  expect(said(after)).toBe('pass')
})

test('whoever was under way when the connection was lost may fail unsent', () => {
  expect(said(`${LOST}\n bob fails closed`)).toBe('pass')
  expect(
    said(`ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by disconnect\n bob calls TAG-2\n bob fails closed`),
  ).toBe('pass')
})

test('a refusal that arrives after the loss is no notice of it', () => {
  const refused = `ann calls TAG-1\n bob calls TAG-2\n dispatcher takes TAG-1\n dispatcher refuses TAG-1\n dispatcher takes TAG-2
    dispatcher loses TAG-2 by disconnect\n ann fails the tool says no\n ann calls TAG-3`
  expect(said(`${refused}\n ann fails closed\n bob fails closed`)).toBe('pass')
})

test('a second loss excuses those who meet it', () => {
  const second = `${LOST}\n bob fails closed\n ann calls TAG-3\n bob calls TAG-4\n dispatcher takes TAG-3 on c2
    dispatcher loses TAG-3 by disconnect`
  expect(said(`${second}\n bob fails closed\n ann fails closed`)).toBe('pass')
  expect(said(`${second}\n ann fails closed\n bob fails closed\n cat calls TAG-5\n cat fails closed`)).toMatch(
    /^not-recovered: cat's call TAG-5 failed .* since ann's call had failed: closed$/,
  )
})

test.each(['drop', 'half-open', 'crash'])('after a %s nobody need know of it', (fault) => {
  const story = `ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by ${fault}`
  expect(said(`${story}\n bob calls TAG-2\n bob fails closed`)).toBe('pass')
  expect(said(`${story}\n ann gives up\n bob calls TAG-2\n bob fails closed`)).toBe('pass')
})

test('after a crash nobody can be reached again', () => {
  const story = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by crash\n ann fails closed'
  expect(said(`${story}\n bob calls TAG-2\n bob fails refused`)).toBe('pass')
})

test('what fails without a loss is no affair of this oracle', () => {
  expect(said('ann calls TAG-1\n ann fails closed')).toBe('pass')
  expect(said('ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by connection closed\n ann fails closed')).toBe(
    'pass',
  )
})
