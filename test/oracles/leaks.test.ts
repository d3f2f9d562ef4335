// leaks: what the subject left open, by kind; never what the harness itself keeps, nor what an unfinished execution leaves.
import { describe, expect, it } from 'vitest'
import type { Leftover } from '../../harness/core/execution.js'
import { type NoLeaksOptions, noLeaks } from '../../harness/oracles/leaks.js'
import { leftover, tell } from './tell.js'

const said = (leftovers: readonly Leftover[], options: NoLeaksOptions = {}, end: 'completed' | 'deadlock' = 'completed') =>
  [noLeaks(options).judge(tell('', { leftovers, end }))]
    .flat()
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))

describe('leaks', () => {
  it.each(['timer', 'immediate', 'socket', 'server', 'process', 'port', 'file', 'task', 'caller', 'ambient'] as const)(
    'finds a %s that stays open',
    (kind) => {
      expect(said([leftover(kind, 'rpc')])).toEqual([expect.stringMatching(new RegExp(`^${kind}: .* left open: rpc \\(ann\\)$`))])
      expect(said([])).toEqual(['pass'])
    },
  )

  it('lists several of a kind in one sentence, and every kind by itself, what costs most first', () => {
    const many = [
      leftover('timer', 'timer 50 ms', 'bob'),
      leftover('socket', 'c1'),
      leftover('socket', 'c2'),
      leftover('server', 'rpc', 'main'),
    ]
    expect(said(many)).toEqual([
      'server: server left open: rpc (main)',
      'socket: 2 sockets left open: c1 (ann) and c2 (ann)',
      'timer: timer left open: 50 ms (bob)',
    ])
    const five = [1, 2, 3, 4, 5].map((n) => leftover('timer', `${n} ms`, ''))
    expect(said(five)).toEqual(['timer: 5 timers left open: 1 ms, 2 ms, 3 ms and 2 more'])
  })

  it('leaves alone what the dispatcher keeps', () => {
    expect(said([leftover('socket', 'c1', 'dispatcher'), leftover('timer', '5 ms', 'dispatcher/2')])).toEqual(['pass'])
    expect(said([leftover('socket', 'c1', 'dispatch')])).toHaveLength(1)
  })

  it('leaves alone unreferenced timers, immediates and sockets, and daemon threads, unless asked', () => {
    const idle = (['timer', 'immediate', 'socket', 'task'] as const).map((kind) => leftover(kind, 'idle', 'ann', false))
    expect(said(idle)).toEqual(['pass'])
    expect(said(idle, { unreferenced: true })).toHaveLength(4)
    expect(said([leftover('server', 'rpc', 'ann', false)])).toEqual(['server: server left open: rpc (ann)'])
  })

  it('allows what the user allows', () => {
    const two = [leftover('timer', '50 ms'), leftover('socket', 'rpc')]
    expect(said(two, { allow: ['timer'] })).toEqual(['socket: socket left open: rpc (ann)'])
    expect(said(two, { allow: ({ what }) => what === 'rpc' })).toEqual(['timer: timer left open: 50 ms (ann)'])
    expect(said(two, { allow: ['timer', 'socket'] })).toEqual(['pass'])
  })

  it('does not judge an execution that was cut short', () => {
    expect(said([leftover('socket', 'rpc')], {}, 'deadlock')).toEqual(['pass'])
  })

  it('does not judge an execution in which a call was given up: it still waits inside the closed subject', () => {
    const leftovers = [leftover('socket', 'rpc')]
    const lost = 'ann calls TAG-1\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by drop'
    expect([noLeaks().judge(tell(`${lost}\n ann gives up`, { leftovers }))].flat()[0]?.outcome).toBe('pass')
    expect([noLeaks().judge(tell(`${lost}\n ann fails time-out`, { leftovers }))].flat()[0]?.outcome).toBe('fail')
  })

  it('leaves errors to their own oracle', () => {
    expect(said([leftover('error', 'TypeError: x'), leftover('rejection', 'Error: y')])).toEqual(['pass'])
  })
})
