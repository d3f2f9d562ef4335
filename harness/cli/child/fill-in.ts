// What a user's scenario may leave out. Apart from the check, which takes longer to load than all else a worker thread needs.
import { defaultOracles } from '../../oracles/index.js'

export type Loose = { readonly [key: string]: unknown }

/** A story, oracles, and one `subject` in the place of `variants`. */
export const fillIn = (given: Loose): Loose => {
  const { subject, variants = subject === undefined ? undefined : { subject: asThunk(subject) } } = given
  return { story: '', oracles: defaultOracles(), ...given, variants }
}

const asThunk = (subject: unknown): unknown => (typeof subject === 'function' ? subject : () => subject)
