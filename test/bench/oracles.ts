// What judging costs: the oracles judge every execution, so a passing one must cost a few microseconds.
// Run with `npx tsx test/bench/oracles.ts`. Ratios are against JSON.stringify of the same history, side by side in one run.
import type { Execution } from '../../harness/core/execution.js'
import type { Oracle } from '../../harness/core/verdict.js'
import { judge } from '../../harness/core/verdict.js'
import { defaultOracles } from '../../harness/oracles/defaults.js'
import { ownResponse } from '../../harness/oracles/own-response.js'
import { serialRequests } from '../../harness/oracles/serial-requests.js'
import { tell } from '../oracles/tell.js'

const CALLER = (n: number): string => `c${n}`

type Kind = 'good' | 'refused' | 'swapped'

/** `callers` times `each` operations, all answered rightly; the last is refused, or the last two go to each other's callers. */
const story = (callers: number, each: number, kind: Kind): Execution => {
  const lines: string[] = []
  for (let round = 0; round < each; round++) {
    const tags = Array.from({ length: callers }, (_, n) => `TAG-${round * callers + n + 1}`)
    tags.forEach((tag, n) => void lines.push(`${CALLER(n)} calls ${tag}`, `dispatcher takes ${tag}`))
    const last = round === each - 1
    const order = last && kind === 'swapped' ? [...tags.slice(0, -2), ...tags.slice(-2).reverse()] : tags
    order.forEach((tag, n) => {
      const refused = last && kind === 'refused' && n === callers - 1
      const answer = JSON.stringify({ stdout: `${tag}\n`, code: 0 })
      if (refused) lines.push(`dispatcher refuses ${tag}`, `${CALLER(n)} fails the tool says no`)
      else lines.push(`dispatcher answers ${tags[n]}`, `${CALLER(n)} gets ${answer}`)
    })
  }
  return tell(lines.join('\n'))
}

const timeUs = (work: () => void, rounds: number): number => {
  const started = process.hrtime.bigint()
  for (let i = 0; i < rounds; i++) work()
  return Number(process.hrtime.bigint() - started) / 1000 / rounds
}

/** Median of seven, after a warm-up. */
const medianUs = (work: () => void): number => {
  timeUs(work, 5000)
  const samples = Array.from({ length: 7 }, () => timeUs(work, 5000)).sort((a, b) => a - b)
  return samples[3] as number
}

const print = (name: string, us: number, baseUs: number): void =>
  console.log(`${name.padEnd(52)} ${us.toFixed(2).padStart(8)} us  ${(us / baseUs).toFixed(2).padStart(6)} x`)

const SIZES = [
  [2, 1],
  [3, 3],
  [10, 3],
] as const
const SETS: readonly (readonly [string, readonly Oracle[]])[] = [
  ['own-response', [ownResponse()]],
  ['defaults', defaultOracles()],
  ['defaults and serial-requests', [...defaultOracles(), serialRequests()]],
]

for (const [callers, each] of SIZES) {
  const good = story(callers, each, 'good')
  const refused = story(callers, each, 'refused')
  const bad = story(callers, each, 'swapped')
  const base = medianUs(() => JSON.stringify(good.history))
  const row = (name: string, us: number): void => print(`${callers} callers x ${each}: ${name}`, us, base)
  row('JSON.stringify(history)', base)
  for (const [name, oracles] of SETS)
    row(
      `${name}, passing`,
      medianUs(() => judge(oracles, good)),
    )
  row(
    'own-response, one refused',
    medianUs(() => judge([ownResponse()], refused)),
  )
  row(
    'own-response, swapped',
    medianUs(() => judge([ownResponse()], bad)),
  )
}
