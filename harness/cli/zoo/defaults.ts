// What `crosswire zoo` does without being told: as much as two cores do in three minutes.

export const ZOO_DEFAULTS = { seeds: 50, schedules: 200, runs: 20 } as const
