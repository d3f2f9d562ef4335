// All mutants of some twins, each searched by the scenarios that it is part of until one of them is red.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/crosswire.js'
import { type Mutant, mutantsOf } from './generate.js'
import type { Twin } from './twins.js'
import type { Verdict, Workshop } from './workshop.js'

export interface Case extends Mutant {
  /** Relative to the root. */
  readonly file: string
  /** That are made of it; those that have it as their own module first. */
  readonly twins: readonly Twin[]
}

export interface Judged extends Case, Verdict {}

/** In the order of the registry, then of the lines. A file that several twins have in common has its mutants once. */
export const casesOf = (twins: readonly Twin[]): Case[] => {
  const files = [...new Set(twins.flatMap((twin) => twin.files))]
  return files.flatMap((file) => {
    const own = twins.filter((twin) => twin.files.includes(file)).sort((a, b) => a.files.indexOf(file) - b.files.indexOf(file))
    return mutantsOf(readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({ ...mutant, file, twins: own }))
  })
}

export interface JudgeOptions {
  /** Executions for each mutant and twin. */
  readonly budget: number
  /** Told of each, as soon as it is known. */
  readonly told: (judged: Judged) => void
}

/** In the order of the cases, whoever was at work on which. */
export const judgeAll = async (
  cases: readonly Case[],
  workshops: readonly Workshop[],
  { budget, told }: JudgeOptions,
): Promise<Judged[]> => {
  const judged = new Array<Judged>(cases.length)
  let next = 0
  const work = async (workshop: Workshop): Promise<void> => {
    for (let i = next++; i < cases.length; i = next++) {
      const one = { ...(cases[i] as Case), ...(await judge(cases[i] as Case, workshop, budget)) }
      judged[i] = one
      told(one)
    }
  }
  await Promise.all(workshops.map(work))
  return judged
}

/** Executions of the first look: most mutants are found with fewer, if only by the last of their twins. */
const FIRST_LOOK = 20

const judge = async (one: Case, workshop: Workshop, budget: number): Promise<Verdict> => {
  const first = await judgeWith(one, workshop, Math.min(FIRST_LOOK, budget))
  return first.by === 'none' && budget > FIRST_LOOK ? judgeWith(one, workshop, budget) : first
}

const judgeWith = async ({ twins, file, source }: Case, workshop: Workshop, budget: number): Promise<Verdict> => {
  let verdict: Verdict = { fate: 'stillborn', by: 'nobody' }
  for (const twin of twins) {
    verdict = await workshop.judge(twin, { file, source, budget })
    // What has used up all its time does so with each of them.
    if (verdict.fate !== 'survived' || verdict.by === 'time') break
  }
  return verdict
}
