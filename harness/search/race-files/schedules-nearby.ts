// The default of how far a search around a race file goes; alone, so that the command line can name it before it loads anything.

/** Schedules. */
export const SCHEDULES_NEARBY = 200
