// The repaired RPC clients where every byte can come by itself, every tool can take its time and the dispatcher can leave.
import { expect, test } from 'vitest'
import type { ToolFunction } from '../../harness/core/dispatcher-spec.js'
import type { AnyScenario } from '../../harness/core/scenario.js'
import type { Operation } from '../../harness/core/workload.js'
import { constantDelay, uniform } from '../../harness/dispatchers/delay-profiles.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo } from '../../harness/dispatchers/tools.js'
import { noLeaks, ownResponse } from '../../harness/oracles/index.js'
import rpcFileSequence from '../../scenarios/rpc-file-sequence/scenario.js'
import rpcSharedSocket from '../../scenarios/rpc-shared-socket/scenario.js'
import { findings, hunt, oneEach } from './support/hunt.js'

const overSockets = ['fixed', 'fixed-by-ids'].map((variant) => ({
  name: 'rpc-shared-socket',
  scenario: rpcSharedSocket,
  variant,
}))
const clients: readonly { readonly name: string; readonly scenario: AnyScenario; readonly variant: string }[] = [
  ...overSockets,
  { name: 'rpc-file-sequence', scenario: rpcFileSequence, variant: 'fixed' },
]

const service = (variant: string) => (variant === 'fixed-by-ids' ? 'concurrent' : 'fifo')
const oracles = [ownResponse(), noLeaks()]

interface Sized {
  readonly token: string
  readonly bytes: number
}

/** Text of the token and of characters of two, three and four bytes, so long that a plain answer line has that many bytes. */
const sized = ({ token, bytes }: Sized): string => {
  const rest = bytes - Buffer.byteLength(`{"result":"${token}"}\n`)
  return `${token}${'é€😀'.repeat(Math.floor(rest / 9))}${'x'.repeat(rest % 9)}`
}

test.each(clients)(
  '$name, $variant: answers around 64 KiB and of 1 MiB arrive whole, wherever they are cut',
  async ({ scenario, variant }) => {
    const big = ((args: unknown) => sized(args as Sized)) as ToolFunction
    const dispatcher = mockDispatcher({ ...scenario.dispatcher, tools: { big }, allow: ['big'], service: service(variant) })
    const own = ownResponse({ match: (output, { input }) => output === sized(input as Sized) })
    const sizes = [65_535, 65_536, 65_537, 1_048_576]
    const calls = sizes.map((bytes, i): Operation => ({ op: 'big', token: `TAG-${i}`, input: { token: `TAG-${i}`, bytes } }))
    const report = await hunt({ ...scenario, overrides: { [variant]: { dispatcher, oracles: [own, noLeaks()] } } }, variant, {
      budget: 60,
      workload: oneEach(...calls),
    })
    expect(findings(report)).toEqual([])
    expect(report).toMatchObject({ outcome: 'pass', executions: 60 })
  },
)

test.each(clients)(
  '$name, $variant: ten callers over a slow dispatcher all get their own answer',
  async ({ scenario, variant }) => {
    const dispatcher = mockDispatcher({
      ...scenario.dispatcher,
      tools: { terminal: echo() },
      allow: ['terminal'],
      delay: constantDelay(50),
      service: service(variant),
    })
    const calls = Array.from(
      { length: 10 },
      (_, i): Operation => ({ op: 'terminal', token: `TAG-${i}`, input: `echo TAG-${i};` }),
    )
    const report = await hunt({ ...scenario, overrides: { [variant]: { dispatcher, oracles } } }, variant, {
      budget: 60,
      workload: oneEach(...calls),
    })
    expect(findings(report)).toEqual([])
    expect(report).toMatchObject({ outcome: 'pass' })
  },
)

test.each(clients.slice(0, 2))(
  '$name, $variant: a disconnect reaches those in flight, and nobody waits',
  async ({ scenario, variant }) => {
    const dispatcher = mockDispatcher({
      tools: { terminal: echo() },
      delay: uniform(0, 50),
      service: service(variant),
      faults: [{ fault: 'disconnect', most: 2 }],
    })
    const report = await hunt({ ...scenario, overrides: { [variant]: { dispatcher, oracles } } }, variant, {
      budget: 300,
      strategy: 'random',
      workload: {
        callers: ['ann', 'bob', 'cat'].map((name) => ({
          name,
          operations: [1, 2].map((n) => ({ op: 'terminal', token: `${name}-${n}`, input: `echo ${name}-${n};` })),
        })),
        subjectSeed: 0,
      },
    })
    expect(findings(report)).toEqual([])
    expect(report).toMatchObject({ outcome: 'pass', executions: 300 })
  },
)
