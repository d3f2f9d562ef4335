// One setting: what it is, how it is written, and what holds where nobody says otherwise.

export interface Setting<T> {
  /** What it is, for a person. */
  readonly says: string
  /** From what a person wrote. Throws `BAD_OPTION`. */
  readonly parse: (text: string) => T
  readonly fallback: T
  /** As a person would write it, with its unit. */
  readonly show: (value: T) => string
  /** The variable that goes before everything else. */
  readonly variable?: string
  /** The option of the command line. */
  readonly option?: string
  /** Where code can say it: `race()` stands for every host, `scenario` for a scenario's field. */
  readonly inCode: readonly InCode[]
}

export type InCode = 'race()' | 'scenario' | 'fast-check'
