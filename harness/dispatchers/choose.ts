// How a dispatcher asks for its delays and faults.

/** Answers a choice with an index into `options`, [0] the least disruptive: `controls.choose` in an execution, a seeded draw in a process. */
export type Choose = (kind: 'delay' | 'fault', what: string, options: readonly string[]) => number
