// Seeds of the series of schedules on the workloads of one share.
import { mix } from '../core/random.js'

const SERIES = 1

/** `seed`: of the share. `nth`: of the workload in it. */
export const seriesSeed = (seed: number, nth: number): number => mix(seed, nth, SERIES)
