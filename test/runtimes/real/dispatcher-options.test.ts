// What `crosswire dispatcher` can be told, and how it says no.
import { describe, expect, it } from 'vitest'
import { uniform } from '../../../harness/dispatchers/delay-profiles.js'
import {
  checkOneDescription,
  dispatcherOptions,
  parseDispatcherArgs,
  placeOf,
  seedOf,
  specOf,
} from '../../../harness/runtimes/real/dispatcher-options.js'
import { seededChoose } from '../../../harness/runtimes/real/seeded-choose.js'

const specFrom = (...args: string[]) => specOf(parseDispatcherArgs(['--tcp', '0', ...args]), undefined)

describe('the options of a dispatcher', () => {
  it('describe it in full', () => {
    const args = [
      '--tool',
      'terminal=echo',
      '--tool',
      'fail=reject:no: not now',
      '--tool',
      'one=constant:{"a":1}',
      '--tool',
      'read=table:path:{"a":"A"}',
    ]
    const more = ['--allow', 'terminal,fail', '--allow', 'read', '--delay', 'uniform:0..50', '--tool-delay', 'fail=5']
    const rest = [
      '--fault',
      'drop',
      '--fault',
      'error:fail*3',
      '--service',
      'concurrent',
      '--connections',
      'one',
      '--answers',
      'json-in-string',
    ]
    expect(specFrom(...args, ...more, ...rest)).toEqual({
      tools: {
        terminal: { tool: 'echo' },
        fail: { tool: 'reject', message: 'no: not now' },
        one: { tool: 'constant', value: { a: 1 } },
        read: { tool: 'table', by: 'path', values: { a: 'A' } },
      },
      allow: ['terminal', 'fail', 'read'],
      delay: uniform(0, 50),
      delays: { fail: { name: 'constant:5', choicesMs: [5] } },
      faults: [{ fault: 'drop' }, { fault: 'error', tool: 'fail', most: 3 }],
      service: 'concurrent',
      connections: 'one',
      answers: 'json-in-string',
    })
  })

  it('name the protocol', () => {
    expect(specFrom('--protocol', 'resp')).toMatchObject({ protocol: 'resp' })
  })

  it('have an echoing terminal where no tool is named', () => {
    expect(specFrom()).toEqual({ tools: { terminal: { tool: 'echo' } } })
  })

  it('take a whole description as JSON', () => {
    const spec = { tools: { terminal: { tool: 'echo' } }, service: 'fifo' }
    expect(specOf({ tcp: '0' }, JSON.stringify(spec))).toEqual(spec)
    expect(() => specOf({ tcp: '0' }, '{')).toThrow(/BAD_OPTION.*--spec is not JSON/)
  })

  it.each([
    [['--scenario', 'x', '--delay', 'constant:50'], '--delay'],
    [['--scenario', 'x', '--tool-delay', 'a=5'], '--tool-delay'],
    [['--scenario', 'x', '--spec', '{}'], '--spec'],
    [['--spec', '{}', '--fault', 'drop'], '--fault'],
    [['--spec', '{}', '--variant', 'faulty'], '--variant'],
    [['--variant', 'faulty'], '--variant'],
  ])('describe it once: %j is refused', (args, flag) => {
    expect(() => checkOneDescription(parseDispatcherArgs(args))).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining(flag) }),
    )
  })

  it('say beside a whole description where it listens, and how it draws', () => {
    const args = ['--scenario', 'x', '--variant', 'y', '--tcp', '0', '--seed', '7', '--events', '--until-stdin-ends']
    expect(() => checkOneDescription(parseDispatcherArgs(args))).not.toThrow()
    expect(() => checkOneDescription(parseDispatcherArgs(['--spec', '-', '--uds', 'x']))).not.toThrow()
  })

  it('name one place', () => {
    expect(placeOf({ uds: '/tmp/d.sock' })).toEqual({ transport: 'uds', path: '/tmp/d.sock' })
    expect(placeOf({ tcp: '80' })).toEqual({ transport: 'tcp', host: '127.0.0.1', port: 80 })
    expect(placeOf({ tcp: 'localhost:0' })).toEqual({ transport: 'tcp', host: 'localhost', port: 0 })
    expect(placeOf({ tcp: '[::1]:8080' })).toEqual({ transport: 'tcp', host: '::1', port: 8080 })
    expect(placeOf({ file: 'x' })).toEqual({ transport: 'file', dir: 'x' })
    for (const places of [{}, { uds: 'a', file: 'b' }, { tcp: 'x' }, { tcp: '70000' }])
      expect(() => placeOf(places)).toThrow(/BAD_OPTION/)
  })

  it('have a seed below 2^32', () => {
    expect([seedOf({}), seedOf({ seed: '7' }), seedOf({ seed: 4294967295 })]).toEqual([0, 7, 4294967295])
    for (const seed of ['', 'x', '1.5', '-1', '4294967296']) expect(() => seedOf({ seed })).toThrow(/BAD_OPTION/)
  })

  it.each([
    ['--tool', 'terminal'],
    ['--tool', 'terminal=eco'],
    ['--tool', 'terminal=constant:{'],
    ['--tool', 'terminal=table:path:[]'],
    ['--allow', 'other'],
    ['--delay', 'soon'],
    ['--tool-delay', 'other=5'],
    ['--fault', 'rain'],
    ['--service', 'lifo'],
    ['--connections', 'two'],
    ['--answers', 'xml'],
    ['--protocol', 'http'],
    ['--protocol', 'resp', '--answers', 'json-in-string'],
    ['--delay'],
    ['--nonsense'],
    ['word'],
  ])('refuse %s %s', (...args) => {
    expect(() => specFrom(...args)).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
  })

  it('are all read by name', () => {
    const args = dispatcherOptions.flatMap(({ flag }) => (flag.includes(' ') ? [flag.split(' ')[0] ?? '', 'x'] : [flag]))
    expect(Object.keys(parseDispatcherArgs(args))).toHaveLength(dispatcherOptions.length)
  })
})

describe('seeded draws', () => {
  const draws = (seed: number, what: string, others = 0) => {
    const choose = seededChoose(seed)
    return Array.from({ length: 50 }, () => {
      for (let i = 0; i < others; i++) choose('delay', 'delay other', ['a', 'b'])
      return choose('delay', what, ['0 ms', '25 ms', '50 ms'])
    })
  }
  it('depend on the seed and the name, and on nothing that came between', () => {
    expect(draws(7, 'delay a')).toEqual(draws(7, 'delay a', 3))
    expect(draws(7, 'delay a')).not.toEqual(draws(8, 'delay a'))
    expect(draws(7, 'delay a')).not.toEqual(draws(7, 'delay b'))
    expect(new Set(draws(7, 'delay a'))).toEqual(new Set([0, 1, 2]))
  })

  it('let a fault strike about every second time', () => {
    const choose = seededChoose(1)
    const struck = Array.from({ length: 1000 }, () => choose('fault', 'fault a', ['none', 'drop', 'error']))
    const counts = [0, 1, 2].map((index) => struck.filter((one) => one === index).length)
    // Binomial with 1,000 draws: 500, 250, 250 with standard deviations of 16 and 14; the seed is fixed.
    expect(counts[0]).toBeGreaterThan(430)
    expect(Math.min(...counts.slice(1))).toBeGreaterThan(180)
  })
})
