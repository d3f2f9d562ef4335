// What the subject did wrong outside of any caller, and the signal that tells it that its execution is over.
import { describeThrown, errorFacts, handledTooLate } from '../../../core/error-text.js'
import type { Leftover } from '../../../core/execution.js'
import { placeIn } from './frames.js'

interface SubjectError {
  readonly kind: 'error' | 'rejection'
  readonly error: unknown
  readonly actor: string
  readonly promise: object | undefined
  /** It was handled after all, when plain Node had ended the process. */
  late: boolean
}

export class Subject {
  private readonly errors: SubjectError[] = []
  private controller: AbortController | null = null

  record(kind: 'error' | 'rejection', error: unknown, from: { actor: string; promise: object | undefined }): void {
    this.errors.push({ kind, error, ...from, late: false })
  }

  handledLate(promise: object): void {
    for (const entry of this.errors) if (entry.promise === promise) entry.late = true
  }

  get isEmpty(): boolean {
    return this.errors.length === 0
  }

  leftovers(): Leftover[] {
    return this.errors.map(({ kind, error, actor, late }) => {
      const at = placeIn(errorFacts(error).stack)
      const what = late ? handledTooLate(describeThrown(error)) : describeThrown(error)
      return { kind, what, actor, referenced: true, ...(at === null ? {} : { at }) }
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
