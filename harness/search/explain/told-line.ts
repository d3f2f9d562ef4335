// Which line of the subject a step is told by: it goes on in several functions at once, of which one is what the story is about.
import { resolve, sep } from 'node:path'
import type { Execution, Step, Went } from '../../core/execution.js'
import { sameSteps } from './same-steps.js'

export interface Lines {
  /**
   * Where the subject went on in a step; else where it asked for what the step did. `undefined` where neither is known. `after`: where several
   * went on, one that was not waiting since that step: its answer may come with another's.
   */
  of(step: Step, after?: Step): string | undefined
  /** Who went on there. */
  actorOf(step: Step, after?: Step): string
  /** Where whoever went on waited next; `undefined` where it came to its end or does not wait. */
  nextWaitOf(step: Step): string | undefined
  /** It is told by a line that stands beside the scenario, as the parts do that it is about, and not in what it shares with others. */
  isOwn(step: Step, after?: Step): boolean
}

export interface LinesOptions {
  /** Of the scenario. Where none is known no line is preferred for its place. */
  readonly folder?: string | undefined
  /** One that goes another way, looked at as well: a step is told by what goes on in it in both. */
  readonly beside?: Pick<Execution, 'steps'> | undefined
}

export const linesIn = ({ steps }: Pick<Execution, 'steps'>, { folder, beside }: LinesOptions): Lines => {
  const known = new Map<string, boolean>()
  const isOwn = (line: string): boolean => {
    const is = known.get(line) ?? (folder !== undefined && resolve(line).startsWith(`${folder}${sep}`))
    known.set(line, is)
    return is
  }
  const dispatching = dispatchingIn(steps)
  const best = (lines: readonly string[]): string | undefined =>
    lines.find(isOwn) ??
    lines.find((line) => !isPackages(line) && !dispatching.has(line)) ??
    lines.find((line) => !isPackages(line)) ??
    lines[0]
  // Of functions that waited for each other the outermost: what it called is told by what it called for. Of a callback the innermost.
  const lineOf = ({ at, isCalled }: Went): string | undefined => best(isCalled === true ? at : at.toReversed())
  const goersIn = beside === undefined ? ({ went = [] }: Step) => went : inBoth(steps, beside.steps)
  const goerIn = (step: Step, after?: Step): Went | undefined => {
    const went = goersIn(step)
    const others = went.filter((goer) => !isWaitingSince(goer, after))
    const goers = others.length === 0 ? went : others
    return goers.find(({ at }) => at.some(isOwn)) ?? goers[0]
  }
  const of = (step: Step, after?: Step): string | undefined => {
    const { resumed = [], posted } = step
    const goer = goerIn(step, after)
    return goer === undefined ? best(posted === undefined ? resumed : [...resumed, posted]) : lineOf(goer)
  }
  return {
    of,
    actorOf: (step, after) => goerIn(step, after)?.actor ?? step.actor,
    nextWaitOf: ({ went, suspended = [] }) => (went === undefined ? undefined : best(suspended.toReversed())),
    isOwn: (step, after) => {
      const line = of(step, after)
      return line !== undefined && isOwn(line)
    },
  }
}

const isWaitingSince = ({ actor, at }: Went, step?: Step): boolean =>
  step?.went?.some((goer) => goer.actor === actor) === true && at.some((line) => step.suspended?.includes(line) === true)

/** What follows in one of the two alone is no part of the step itself. Where they have nothing in common: all of it. */
const inBoth = (steps: readonly Step[], others: readonly Step[]): ((step: Step) => readonly Went[]) => {
  const same = sameSteps(steps, others)
  return (step) => {
    const there = same(step)?.went ?? []
    const isThere = (actor: string, line: string): boolean => there.some((goer) => goer.actor === actor && goer.at.includes(line))
    const { went = [] } = step
    const common = went
      .map((goer) => ({ ...goer, at: goer.at.filter((line) => isThere(goer.actor, line)) }))
      .filter(({ at }) => at.length > 0)
    return common.length === 0 ? went : common
  }
}

const isPackages = (line: string): boolean => line.includes('node_modules/')

/** Lines behind which now this goes on and now that: who is served there is told by none of them, nor by lines that lead to them alone. */
const dispatchingIn = (steps: readonly Step[]): ReadonlySet<string> => {
  const chains = steps.flatMap(({ went = [] }) => went.map(({ at }) => at))
  const dispatching = new Set<string>()
  for (let before = -1; before !== dispatching.size; ) {
    before = dispatching.size
    for (const [line, lines] of innerIn(chains, dispatching)) if (lines.size > 1) dispatching.add(line)
  }
  return dispatching
}

/** By line those that go on right behind it, past `dispatching` ones. */
const innerIn = (chains: readonly (readonly string[])[], dispatching: ReadonlySet<string>): Map<string, Set<string>> => {
  const inner = new Map<string, Set<string>>()
  for (const chain of chains) {
    let before: string | undefined
    for (const line of chain) {
      if (before !== undefined) inner.set(line, (inner.get(line) ?? new Set()).add(before))
      if (!dispatching.has(line)) before = line
    }
  }
  return inner
}
