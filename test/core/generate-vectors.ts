// Draws the vectors: policies of every pick with deviations and holds, and the points that they are asked about.
import type { ChoiceKind, Option } from '../../harness/core/choice.js'
import type { Change, Pick, Policy } from '../../harness/core/policy.js'
import { below, hashText, mix, stream } from '../../harness/core/random.js'
import { answersOf, type VectorCase, type VectorPlace, type Vectors } from './vectors.js'

const CASES = 128
const POINTS = 40
const ACTORS = ['ann', 'bøb', '猫', 'main/2', '🦉', 'dispatcher']
const LANES = ['io', 'timer', 'thread']
const NAMES = ['0 ms', '1 byte', 'half', 'whole']
const DATA: readonly ChoiceKind[] = ['latency', 'delay', 'fault', 'chunk', 'wake']

type Draw = (bound: number) => number

const drawOption = (draw: Draw): Option => {
  const actor = ACTORS[draw(ACTORS.length)] as string
  const what = draw(2) === 0 ? 'net.data rpc' : 'fs.read crème'
  const key = `${actor}|${what}|${1 + draw(3)}`
  const access = draw(3) === 0 ? null : { on: `file ${draw(2)}`, write: draw(2) === 0 }
  return { key, hash: hashText(key), actor, lane: LANES[draw(LANES.length)] as string, access }
}

const dataOption = (name: string): Option => ({ key: name, hash: hashText(name), actor: 'ann', lane: 'data', access: null })

/** Tasks without two of one key, then the names of data. */
const drawOptions = (draw: Draw): Option[] => {
  const tasks = new Map<string, Option>()
  while (tasks.size < 9) {
    const option = drawOption(draw)
    tasks.set(option.key, option)
  }
  return [...tasks.values(), ...NAMES.map(dataOption)]
}

/** Some of `from` .. `to` - 1, at least two, in a drawn order. */
const drawIndices = (draw: Draw, from: number, to: number): number[] => {
  const left = Array.from({ length: to - from }, (_, i) => from + i)
  return Array.from({ length: 2 + draw(Math.min(4, left.length - 1)) }, () => left.splice(draw(left.length), 1)[0] as number)
}

const drawPlaces = (draw: Draw, options: readonly Option[]): VectorPlace[] => {
  let step = -1
  const tasks = options.length - NAMES.length
  return Array.from({ length: POINTS }, (): VectorPlace => {
    step += 1 + (draw(3) === 0 ? draw(3) : 0)
    if (draw(4) > 0) {
      const indices = drawIndices(draw, 0, tasks)
      return ['run', (options[indices[0] as number] as Option).key, step, indices, draw(indices.length + 1) - 1]
    }
    const kind = DATA[draw(DATA.length)] as ChoiceKind
    return [kind, `ann|${kind} rpc|${1 + draw(3)}`, step, drawIndices(draw, tasks, options.length), -1]
  })
}

const drawPick = (draw: Draw, number: number): Pick => {
  switch (number % 4) {
    case 0:
      return { pick: 'first' }
    case 1:
      return { pick: 'uniform', stay: draw(4) * 0x40000000 }
    case 2:
      return {
        pick: 'priority',
        over: draw(2) === 0 ? 'lane' : 'option',
        changeAt: Array.from({ length: draw(5) }, () => draw(60)),
        redrawOnClash: draw(2) === 0,
      }
    default:
      return { pick: 'weighted', weights: Object.fromEntries(ACTORS.slice(draw(3)).map((actor) => [actor, draw(40)])) }
  }
}

const drawChange = (draw: Draw, options: readonly Option[], places: readonly VectorPlace[]): Change => {
  const [, at, step, indices] = places[draw(places.length)] as VectorPlace
  const take = (options[indices[draw(indices.length)] as number] as Option).key
  const index = draw(6)
  switch (draw(3)) {
    case 0:
      return { at: '', nth: 0, step: draw(8) === 0 ? step + 100 : step, take: '', index }
    case 1:
      return { at: draw(8) === 0 ? `${at}!` : at, nth: 1 + draw(2), step, take, index }
    default:
      return { hold: take, until: draw(2) === 0 ? 'last' : (options[draw(9)] as Option).key }
  }
}

const drawCase = (number: number): VectorCase => {
  const next = stream(number, 77)
  const draw: Draw = (bound) => below(next(), bound)
  const options = drawOptions(draw)
  const places = drawPlaces(draw, options)
  const changes = number % 3 === 0 ? [] : Array.from({ length: 1 + draw(5) }, () => drawChange(draw, options, places))
  const policy: Policy = { seed: next(), deviations: changes, ...drawPick(draw, number) }
  const { answers, unmet } = answersOf(policy, options, places)
  const points = places.map(
    ([kind, key, step, indices, running], i) => [kind, key, step, indices, running, answers[i] as number] as const,
  )
  return { policy, options, points, unmet }
}

const WORDS = ['', 'ann', 'bøb/io', '猫|net.data rpc|1', '🦉', '\u0000', 'a'.repeat(300)]
const NUMBERS = [0, 1, 2, 7, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const BOUNDS = [1, 2, 3, 10, 1000, 2 ** 21 - 1, 2 ** 21, 2 ** 21 + 1, 3_000_000_019, 2 ** 32 - 1, 2 ** 32]

export const generateVectors = (): Vectors => ({
  format: 1,
  mix: NUMBERS.flatMap((a) => NUMBERS.flatMap((b) => [0, 5, 0xffffffff].map((c) => [a, b, c, mix(a, b, c)] as const))),
  hashText: WORDS.map((word) => [word, hashText(word)] as const),
  below: [...NUMBERS, 0x12345678, 0xdeadbeef].flatMap((draw) =>
    BOUNDS.map((bound) => [draw, bound, below(draw, bound)] as const),
  ),
  cases: Array.from({ length: CASES }, (_, number) => drawCase(number)),
})

/** One case a line, so that a change of one shows as a change of one. */
export const formatVectors = ({ format, mix, hashText, below, cases }: Vectors): string =>
  [
    `{"format":${format},`,
    `"mix":${JSON.stringify(mix)},`,
    `"hashText":${JSON.stringify(hashText)},`,
    `"below":${JSON.stringify(below)},`,
    `"cases":[\n${cases.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`,
  ].join('\n')
