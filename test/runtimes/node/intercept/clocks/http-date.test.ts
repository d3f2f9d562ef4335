// The Date header tells the time of the execution, unless the user gives one.
import { OutgoingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inside } from '../../../../support/inside.js'

/** What a response writes before its body. */
const headerOf = (prepare: (response: ServerResponse) => void): string => {
  const response = new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as never)
  prepare(response)
  if (!response.headersSent) response.writeHead(200)
  return (response as unknown as { _header: string })._header
}

const dateIn = (header: string): string | undefined => /^date: (.*)$/im.exec(header)?.[1]

test('a response is dated by virtual time', async () => {
  const dates = await inside(async () => {
    const first = dateIn(headerOf(() => {}))
    await sleep(90_000)
    return [first, dateIn(headerOf(() => {}))]
  })
  expect(dates).toEqual(['Tue, 14 Nov 2023 22:13:20 GMT', 'Tue, 14 Nov 2023 22:14:50 GMT'])
})

test('the date keeps its place among the headers', async () => {
  const make = () => headerOf((response) => response.writeHead(201, { 'x-a': '1', 'content-length': '0' }))
  const without = (header: string) => header.replace(/Date: .*/, 'Date:')
  expect(without(await inside(make))).toBe(without(make()))
})

const given = 'Thu, 01 Jan 1970 00:00:00 GMT'
const ways: Record<string, (response: ServerResponse) => unknown> = {
  setHeader: (response) => response.setHeader('DATE', given),
  object: (response) => response.writeHead(200, { Date: given }),
  'flat list': (response) => response.writeHead(200, ['date', given]),
  pairs: (response) => response.writeHead(200, [['Date', given]] as never),
}

test.each(Object.keys(ways))('a date given by %s is left alone', async (way) => {
  expect(dateIn(await inside(() => headerOf((response) => void ways[way]?.(response))))).toBe(given)
})

test('a response that sends no date gets none', async () => {
  const header = await inside(() =>
    headerOf((response) => {
      response.sendDate = false
    }),
  )
  expect(dateIn(header)).toBeUndefined()
})

test('outside, the date is real', () => {
  const seconds = Math.abs(Date.parse(dateIn(headerOf(() => {})) ?? '') - Date.now()) / 1000
  expect(seconds).toBeLessThan(60)
  expect(OutgoingMessage.prototype).toHaveProperty('_storeHeader')
})
