// From all failures of one kind that a search has kept to one counterexample for each race that they show: at its end, and once for each.
import type { Counterexample } from '../core/report.js'
import { besideTold } from './beside.js'
import type { Finding } from './finding.js'
import type { Ground } from './hunt.js'
import { kindOf } from './kinds.js'
import { makeSmall } from './make-small.js'
import type { Settled } from './plan.js'
import { signatureOf } from './signature.js'

/** So many findings may come to a race that is told already, though they did not look like it, before no further one is made small. */
const REPEATS = 5

/**
 * In the order of the findings. Ends where several have come to races that are told already. Interrupted, it comes to what it has by
 * then, and to the first finding as it was found at least. Rejects where the first failure cannot be had again: see `confirm.ts`;
 * where a later one cannot, what has been made is told.
 */
export const makeDistinct = async (ground: Ground, findings: readonly Finding[]): Promise<readonly Counterexample[]> => {
  const told = new Map<string, Counterexample>()
  let repeats = 0
  for (const finding of findings) {
    if (told.size > 0 && ground.options.signal?.aborted === true) break
    const small = await another(ground, finding, [...told.values()])
    if (small === null) continue
    if (told.has(signatureOf(small)) && ++repeats === REPEATS) break
    if (!told.has(signatureOf(small))) told.set(signatureOf(small), small)
  }
  return [...told.values()]
}

/** `null`: it looks like one that is told, or cannot be had again, which loses none of those that are told. */
const another = async (ground: Ground, finding: Finding, told: readonly Counterexample[]): Promise<Counterexample | null> => {
  try {
    const beside = await besideTold(ground, finding, told)
    return beside === null ? null : await makeSmall(ground, beside)
  } catch (error) {
    if (told.length === 0) throw error
    return null
  }
}

/** Of several kinds, and of several machines: each race once, in the order in which they were found; what fails as it is expected to leads. */
export const distinct = (counterexamples: readonly Counterexample[], expect: string | null): Counterexample[] => {
  const bySignature = new Map<string, Counterexample>()
  for (const each of counterexamples.toSorted((a, b) => a.scheduleNumber - b.scheduleNumber)) {
    if (!bySignature.has(signatureOf(each))) bySignature.set(signatureOf(each), each)
  }
  const isExpected = ({ verdict }: Counterexample): boolean => verdict.oracle === expect
  return [...bySignature.values()].sort((a, b) => Number(isExpected(b)) - Number(isExpected(a)))
}

/** Shares with those of their findings alone that have a counterexample, and its token: what whoever merges them has to know. */
export const withTokens = (shares: readonly Settled[], counterexamples: readonly Counterexample[]): Settled[] => {
  let before = 0
  return shares.map(({ share, account }) => {
    const findings = account.findings.flatMap((finding) => {
      const number = before + finding.scheduleNumber
      const made = counterexamples.find((each) => each.scheduleNumber === number && kindOf(each) === kindOf(finding))
      return made === undefined ? [] : [{ ...finding, token: made.token }]
    })
    before += account.executions
    return { share, account: { ...account, findings } }
  })
}
