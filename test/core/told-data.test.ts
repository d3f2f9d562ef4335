// Data that a schedule chose, in sentences: each kind, as it stands in a report.
import { expect, test } from 'vitest'
import { toldData } from '../../harness/core/told-data.js'

const told = (at: string, take: string): string[] => {
  const { fact, otherwise, likewise } = toldData({ at, take }) ?? { fact: '', otherwise: '', likewise: '' }
  return [fact, `Had ${otherwise}, `, `Had ${likewise}, `]
}

test('how long something took is told by its name and its time', () => {
  expect(told('dispatcher|delay delay terminal|1', '50 ms')).toEqual([
    "The dispatcher's terminal took 50 ms.",
    'Had it taken its usual time, ',
    "Had the dispatcher's terminal taken 50 ms, ",
  ])
  expect(told('main|delay look up|2', '10 ms')[0]).toBe('Look up took 10 ms.')
  expect(told('dispatcher|delay delay terminal|1', 'never')[0]).toBe("The dispatcher's terminal never came.")
  expect(told('ann|delay colour|1', 'red')[0]).toBe("ann's colour was red.")
})

test('a completion that was late is told beside the timer that it was late for', () => {
  expect(told('ann|latency net.data tcp ann s2c|1', 'past timer 10 ms')).toEqual([
    "ann's net.data tcp ann s2c came just after timer 10 ms was due.",
    'Had it come at once, ',
    "Had ann's net.data tcp ann s2c come just after timer 10 ms was due, ",
  ])
})

test('a read that took less than all is told with the connection, who had sent it, and the piece', () => {
  expect(told('ann|chunk net.read dispatcher.sock ann s2c|1', 'first write')).toEqual([
    'Of what the server sent on connection dispatcher.sock ann, the first write was read by itself.',
    'Had all of it been read at once, ',
    'Had the first write of what the server sent on connection dispatcher.sock ann been read by itself, ',
  ])
  expect(told('main|chunk net.read tcp main/2 c2s|1', '1 byte')[0]).toBe(
    'Of what the client sent on connection tcp main/2, one byte was read by itself.',
  )
  expect(told('ann|chunk net.read tcp ann s2c|1', 'all')[2]).toBe(
    'Had all of what the server sent on connection tcp ann been read at once, ',
  )
})

test('a fault is told by what it struck', () => {
  expect(told('main|fault connection after MULTI|1', 'lost').slice(0, 2)).toEqual([
    'Connection after MULTI was lost.',
    'Had it not been, ',
  ])
  expect(told('dispatcher|fault fault terminal|1', 'drop')[0]).toBe('A fault struck the dispatcher at terminal: drop.')
  expect(told('ann|fault net.reset tcp ann|1', 'now').slice(0, 2)).toEqual([
    'A fault struck connection tcp ann: reset.',
    'Had it not struck, ',
  ])
})

test('a task that was chosen, and a choice that is known by its number alone, are no data', () => {
  expect(toldData({ at: 'ann|timer 1 ms|1', take: 'bob|timer 1 ms|1' })).toBeNull()
  expect(toldData({ at: '', take: '' })).toBeNull()
})
