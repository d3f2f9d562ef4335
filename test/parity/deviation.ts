// A place where the simulated thing is known to differ from the real one. The lists of these, beside the scripts that show them, are
// what docs/limits.md tells its readers.

export interface Deviation {
  /** Name of the script that shows it: it fails without an entry, and an entry that its script shows no more fails too. */
  readonly script: string
  /** Of connections: the one kind over which it shows. */
  readonly family?: string
  readonly reason: string
  /** What is left to compare. */
  readonly agree: (log: readonly string[]) => readonly string[]
}

/** All events but those of a pattern. */
export const without =
  (pattern: RegExp) =>
  (log: readonly string[]): readonly string[] =>
    log.filter((line) => !pattern.test(line))

const all = (log: readonly string[]): readonly string[] => log

/** What of a script's events must agree: everything, but for a known deviation. */
export const agreed = (deviations: readonly Deviation[], script: string, family?: string): Deviation['agree'] =>
  deviations.find((one) => one.script === script && (one.family ?? family) === family)?.agree ?? all
