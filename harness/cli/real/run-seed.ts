// Each run of a series has a seed of its own, which depends on nothing but the series' seed and its number.
import { mix } from '../../core/random.js'

const RUN = 4

/** `run`: from 1. */
export const runSeed = (seed: number, run: number): number => mix(seed, run, RUN)
