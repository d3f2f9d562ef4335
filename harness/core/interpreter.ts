// The interpreter of policies: the only code that decides. It exists once here and once in Python; `test/core/vectors.json` keeps them in step.
import type { ChoicePoint, Decide, Option } from './choice.js'
import { type Picker, pickerOf } from './picks.js'
import { type Change, type Deviation, type Hold, isHold, type Policy } from './policy.js'

/** What an interpreter knows once its execution is over. */
export interface Interpreter {
  readonly decide: Decide
  /** Changes whose place or option was never met, in the order of the policy: a replay that does not fit any more. */
  unmet(): readonly Change[]
}

const NONE: readonly Change[] = []
const nothing = (): readonly Change[] => NONE

/** Follows `policy` for one execution. Deterministic: the same points give the same answers. */
export const interpret = (policy: Policy): Interpreter => {
  const { deviations: changes } = policy
  const picker = pickerOf(policy)
  if (changes.length === 0 && picker.took === undefined) return { decide: picker.pick, unmet: nothing }
  const holds = holding(changes)
  const keyed = following(changes)
  const stepped = stepping(changes)
  const decide: Decide = (point) => {
    // The picker is always asked, so that its memory (priorities, change points) does not depend on where the deviations lie.
    const calmly = holds === null ? picker.pick(point) : holds.pick(point, picker)
    let index = keyed === null ? -1 : keyed.take(point)
    if (index < 0 && stepped !== null) index = stepped.take(point)
    if (index < 0) index = calmly
    if (point.kind === 'run') {
      const taken = point.options[index] as Option
      picker.took?.(point, taken)
      holds?.took(taken)
    }
    return index
  }
  const unmet = (): readonly Change[] => {
    const missed = new Set<Change>([...(holds?.unmet() ?? NONE), ...(keyed?.unmet() ?? NONE), ...(stepped?.unmet() ?? NONE)])
    return missed.size === 0 ? NONE : changes.filter((change) => missed.has(change))
  }
  return { decide, unmet: changes.length === 0 ? nothing : unmet }
}

interface Follower {
  /** The index to take at this point, -1 where no deviation applies. */
  take(point: ChoicePoint): number
  unmet(): readonly Change[]
}

/** Deviations by key: the n-th time that this place is asked, that option by its key. */
const following = (changes: readonly Change[]): Follower | null => {
  const deviations = changes.filter((change): change is Deviation => !isHold(change) && change.at !== '')
  if (deviations.length === 0) return null
  const places = new Map<string, { asked: number; readonly byNth: Map<number, Deviation> }>()
  for (const deviation of deviations) {
    const place = places.get(deviation.at) ?? { asked: 0, byNth: new Map() }
    places.set(deviation.at, place)
    place.byNth.set(deviation.nth, deviation)
  }
  const met = new Set<Change>()
  const take = ({ key, options }: ChoicePoint): number => {
    const place = places.get(key)
    const deviation = place?.byNth.get(++place.asked)
    if (deviation === undefined) return -1
    const index = options.findIndex((option) => option.key === deviation.take)
    if (index >= 0) met.add(deviation)
    return index
  }
  return { take, unmet: () => deviations.filter((deviation) => !met.has(deviation)) }
}

/** Deviations by step. An exhaustive search has one for every choice of its prefix, so a cursor walks along the steps. */
const stepping = (changes: readonly Change[]): Follower | null => {
  const deviations: Deviation[] = []
  for (const change of changes) if (!isHold(change) && change.at === '') deviations.push(change)
  if (deviations.length === 0) return null
  if (!isAscending(deviations)) deviations.sort((a, b) => a.step - b.step)
  const missed: Change[] = []
  let next = 0
  const take = ({ step, options }: ChoicePoint): number => {
    let index = -1
    for (; next < deviations.length; next++) {
      const deviation = deviations[next] as Deviation
      if (deviation.step > step) break
      if (deviation.step === step && deviation.index < options.length && index < 0) index = deviation.index
      else missed.push(deviation)
    }
    return index
  }
  return { take, unmet: () => (next === deviations.length ? missed : [...missed, ...deviations.slice(next)]) }
}

const isAscending = (deviations: readonly Deviation[]): boolean => {
  for (let i = 1; i < deviations.length; i++) {
    if ((deviations[i - 1] as Deviation).step > (deviations[i] as Deviation).step) return false
  }
  return true
}

interface Holding {
  pick(point: ChoicePoint, picker: Picker): number
  took(taken: Option): void
  unmet(): readonly Change[]
}

/** Leaves held tasks out as long as there is another one. Only tasks can be held, so data passes. */
const holding = (changes: readonly Change[]): Holding | null => {
  const holds = changes.filter(isHold)
  if (holds.length === 0) return null
  const active = [...holds]
  const met = new Set<Change>()
  const isFree = (option: Option): boolean => {
    const { key } = option
    const hold = active.find((each) => each.hold === key)
    if (hold !== undefined) met.add(hold)
    return hold === undefined
  }
  const pick = (point: ChoicePoint, picker: Picker): number => {
    if (point.kind !== 'run' || active.length === 0) return picker.pick(point)
    const free = point.options.filter(isFree)
    const all = free.length === 0 || free.length === point.options.length
    return all ? picker.pick(point) : outer(point, free, picker)
  }
  const took = (taken: Option): void => {
    if (active.length === 0) return
    const { key } = taken
    for (let i = active.length - 1; i >= 0; i--) if ((active[i] as Hold).until === key) active.splice(i, 1)
  }
  return { pick, took, unmet: () => holds.filter((hold) => !met.has(hold)) }
}

/** Asks about the options that are left and translates the answer back. */
const outer = (point: ChoicePoint, free: readonly Option[], picker: Picker): number => {
  const { kind, key, step, options } = point
  const runningOption = options[point.running]
  const running = runningOption === undefined ? -1 : free.indexOf(runningOption)
  return options.indexOf(free[picker.pick({ kind, key, step, options: free, running })] as Option)
}
