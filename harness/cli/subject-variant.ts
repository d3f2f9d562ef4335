// Which variant the options of a run mean: one by its name, or one of a release or a checkout of the package that a scenario is about.
import { HarnessError } from '../core/errors.js'

export interface SubjectOptions {
  readonly variant?: string
  readonly release?: string
  readonly checkout?: string
}

/** With `--release 0.16.0` a variant is what is changed in it. `undefined`: all. Throws `BAD_OPTION`. */
export const variantOf = ({ variant, release, checkout }: SubjectOptions): string | undefined => {
  if (release !== undefined && checkout !== undefined) {
    throw new HarnessError('BAD_OPTION', '--release and --checkout name two subjects', { remedy: 'leave out one of them' })
  }
  const of = checkout === undefined ? release : 'checkout'
  if (of === undefined) return variant
  return variant === undefined || variant.startsWith(of) ? (variant ?? of) : `${of}-${variant}`
}
