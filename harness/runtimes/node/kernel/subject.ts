// What the subject did wrong outside of any caller, and the signal that tells it that its execution is over.
import { describeThrown, errorFacts } from '../../../core/error-text.js'
import type { Leftover } from '../../../core/execution.js'
import { placeIn } from './frames.js'

interface SubjectError {
  readonly kind: 'error' | 'rejection'
  readonly error: unknown
  readonly actor: string
  readonly promise: object | undefined
}

export class Subject {
  private errors: SubjectError[] = []
  private controller: AbortController | null = null

  record(kind: 'error' | 'rejection', error: unknown, from: { actor: string; promise: object | undefined }): void {
    this.errors.push({ kind, error, ...from })
  }

  /** A rejection that is handled after all. */
  withdraw(promise: object): void {
    this.errors = this.errors.filter((entry) => entry.promise !== promise)
  }

  get isEmpty(): boolean {
    return this.errors.length === 0
  }

  leftovers(): Leftover[] {
    return this.errors.map(({ kind, error, actor }) => {
      const at = placeIn(errorFacts(error).stack)
      return { kind, what: describeThrown(error), actor, referenced: true, ...(at === null ? {} : { at }) }
    })
  }

  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    return this.controller.signal
  }

  end(): void {
    this.controller?.abort()
  }
}
