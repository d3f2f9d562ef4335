// Measures things side by side in one run: each in a process of its own, so that none slows another by the hooks that it
// turns on; in turn, round after round, so that a machine whose speed drifts slows all of them alike.
import { execaNode } from 'execa'

export interface Contestant {
  readonly name: string
  /** Does `n` units of work. */
  run(n: number): Promise<unknown>
}

export interface Measured {
  readonly name: string
  /** Median over the rounds, in units per second. */
  readonly perSecond: number
}

const TURN = 'CROSSWIRE_BENCH_TURN'

/** In a contestant's own process: does its turn, prints the rate and ends. Call it before `sideBySide`. */
const takeTurn = async (title: string, contestants: readonly Contestant[], n: number, warmUp: number): Promise<void> => {
  const turn = process.env[TURN]
  if (turn === undefined) return
  const contestant = contestants.find(({ name }) => turn === `${title}/${name}`)
  if (contestant === undefined) return
  await contestant.run(warmUp)
  const startMs = performance.now()
  await contestant.run(n)
  process.stdout.write(`${(n * 1000) / (performance.now() - startMs)}`)
  process.exit(0)
}

/**
 * Each contestant does `n` units in each of `rounds` rounds, after `warmUp` that do not count: as many, where it works in its own process.
 * Each rate is printed to the standard error as it comes.
 */
export const sideBySide = async (
  title: string,
  contestants: readonly Contestant[],
  n: number,
  rounds = 5,
  warmUp = n,
): Promise<Measured[]> => {
  await takeTurn(title, contestants, n, warmUp)
  if (process.env[TURN] !== undefined) return []
  const rates = contestants.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name }] of contestants.entries()) {
      const script = process.argv[1] as string
      const { stdout } = await execaNode(script, { env: { [TURN]: `${title}/${name}` }, nodeOptions: ['--import', 'tsx'] })
      rates[index]?.push(Number(stdout))
      process.stderr.write(`  round ${round + 1} of ${rounds}, ${name}: ${Number(stdout).toFixed(0)}/s\n`)
    }
  }
  return contestants.map(({ name }, index) => ({ name, perSecond: median(rates[index] ?? []) }))
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** One line for each, with the ratio to the first. */
export const printTable = (title: string, unit: string, measured: readonly Measured[]): void => {
  if (measured.length === 0) return
  const base = measured[0]?.perSecond ?? 1
  const rows = measured.map(
    ({ name, perSecond }) =>
      `  ${name.padEnd(44)} ${Math.round(perSecond).toLocaleString('en').padStart(11)} ${unit}/s  ${(perSecond / base).toFixed(2)} x`,
  )
  process.stdout.write(`${[title, ...rows].join('\n')}\n`)
}
