// The public way to describe a mock dispatcher in a scenario file or a race.
import type { DelayProfile, DispatcherSpec } from '../core/dispatcher-spec.js'
import { checkSpec } from './check-spec.js'
import { parseDelay } from './delay-profiles.js'

/** A delay as people write it: a profile, milliseconds, or the form of the command line (`'uniform:0..50'`). */
export type DelayLike = DelayProfile | number | string

export interface MockDispatcherOptions extends Omit<DispatcherSpec, 'delay' | 'delays'> {
  /** Default: none, every answer leaves at once. */
  readonly delay?: DelayLike
  /** Per tool, where one differs. */
  readonly delays?: Readonly<Record<string, DelayLike>>
}

/**
 * Describes a dispatcher; nothing runs yet. Every delay and fault that it lists is a choice of the schedule inside an execution,
 * and a draw from a seed in a real process. Throws `BAD_OPTION` for tools or delays that make no sense.
 */
export const mockDispatcher = (options: MockDispatcherOptions): DispatcherSpec => {
  const { delay, delays, ...rest } = options
  const spec: DispatcherSpec = {
    ...rest,
    ...(delay === undefined ? {} : { delay: profileOf(delay) }),
    ...(delays === undefined
      ? {}
      : { delays: Object.fromEntries(Object.entries(delays).map(([tool, one]) => [tool, profileOf(one)])) }),
  }
  checkSpec(spec)
  return spec
}

const profileOf = (delay: DelayLike): DelayProfile => (typeof delay === 'object' ? delay : parseDelay(String(delay)))
