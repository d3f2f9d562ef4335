// One clock for all processes of a run: the system's monotonic one, so that what they record can be put in order.

/** Milliseconds since some moment in the past, the same for every process of this machine. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6
