// A property under CROSSWIRE_REPLAY: one schedule on one value, those of the token, whatever fast-check generates.
import fc from 'fast-check'
import { HarnessError } from '../../core/errors.js'
import { createNodeRuntime } from '../../runtimes/node/index.js'
import { type ReplayResult, replay, replayedReport, type TokenContent } from '../../search/index.js'
import { diverged, textOf } from '../explore-race.js'
import { AT_LEISURE, inTurn } from '../in-turn.js'
import { RaceError } from '../race-error.js'
import { guard } from '../watchdog.js'
import type { Asserted, Assessment } from './assessment.js'
import { drawnAgain } from './drawn-again.js'
import { type GivenValue, givenValue, readValue } from './given-value.js'
import { propertySettings } from './property-settings.js'
import { given, type Predicate, propertySubject } from './property-subject.js'

export const replayProperty = (token: TokenContent, asserted: Asserted): Assessment => {
  let replayed: Replayed | null = null
  let broken: { readonly error: unknown } | null = null
  return {
    /** Passes over every value but the one of the token; once that has failed, fast-check has nothing more to do. */
    async run(predicate, generated) {
      const value = replayed === null ? tokensValue(token, generated) : null
      if (value === null) return null
      try {
        const result = await inTurn(() => guard(() => follow(token, { asserted, predicate, value })), AT_LEISURE)
        replayed = { value, result }
        return result.outcome === 'passes now' ? null : new fc.PreconditionFailure(true)
      } catch (error) {
        broken = { error }
        return new fc.PreconditionFailure(true)
      }
    },
    async complete({ numRuns }) {
      if (broken !== null) throw broken.error
      if (replayed === null) throw notMet(asserted.where.name, numRuns, token)
      await say(token, replayed, asserted)
    },
  }
}

interface Replayed {
  readonly value: GivenValue
  readonly result: ReplayResult
}

/** The value of the token, which only where it could not be written has to be the one that fast-check generates. */
const tokensValue = ({ workload: { value: written } }: TokenContent, generated: unknown): GivenValue | null => {
  if (typeof written === 'string') return readValue(written)
  const value = givenValue(generated)
  return value.written === written ? value : null
}

interface Means {
  readonly asserted: Asserted
  readonly predicate: Predicate
  readonly value: GivenValue
}

const follow = async (token: TokenContent, { asserted, predicate, value }: Means): Promise<ReplayResult> => {
  const { options, where } = asserted
  const { bounds, seed } = await propertySettings(options, process.env)
  const property = propertySubject(where.id, { ...options, ...bounds }, seed)
  property.give(token.workload, given(value, predicate))
  return replay(property.subject, token, { runtime: createNodeRuntime(), explains: true })
}

const say = async (token: TokenContent, { value, result }: Replayed, asserted: Asserted): Promise<void> => {
  const { options, where, declaredAt } = asserted
  const { outcome, divergence, execution } = result
  if (outcome === 'diverged') throw diverged(where.name, divergence)
  if (outcome === 'passes now') return void (await options.says?.('replayed: passes now'))
  const report = replayedReport(token, result, options.seed ?? 0)
  const found = `replayed: it fails with ${fc.stringify(value.fresh())}`
  const text = textOf(where.name, report, { replayCommand: where.line, found })
  throw new RaceError(text, { execution, declaredAt })
}

const notMet = (name: string, runs: number, { drawn }: TokenContent): HarnessError =>
  new HarnessError('REPLAY_DIVERGED', `fast-check did not generate the value that the token is of, in ${name}`, {
    found: `${runs} other values`,
    usually: 'a value that cannot be written into a token (a function, an instance of a class) was drawn from another seed',
    ...(drawn === undefined ? {} : { remedy: `add ${drawnAgain(drawn)} to the parameters of fc.assert` }),
  })
