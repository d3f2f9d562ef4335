// Runs the callers of a race at the same time, each under a name of its own.
import { HarnessError } from '../core/errors.js'
import type { Controls } from '../core/runtime.js'
import { callerName } from '../core/workload.js'

type Thunk = () => unknown
type Values<T extends readonly Thunk[]> = { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }
type Named<T extends Readonly<Record<string, Thunk>>> = { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }

export interface Together {
  <T extends Readonly<Record<string, Thunk>>>(callers: T): Promise<Named<T>>
  <T extends readonly Thunk[]>(...callers: T): Promise<Values<T>>
}

export const togetherIn = (controls: Controls): Together => {
  const busy = new Set<string>()

  /** Names that nobody has right now: callers inside callers get further ones. */
  const freeNames = (count: number): string[] => {
    const names: string[] = []
    for (let i = 0; names.length < count; i++) if (!busy.has(callerName(i))) names.push(callerName(i))
    return names
  }
  const runAll = async (names: readonly string[], thunks: readonly Thunk[]): Promise<unknown[]> => {
    let first: { readonly error: unknown } | null = null
    const step = controls.step()
    let open = thunks.length
    for (const name of names) busy.add(name)
    const run = async (name: string, thunk: Thunk): Promise<unknown> => {
      try {
        return await controls.as(name, thunk)
      } catch (error) {
        first ??= { error }
      } finally {
        if (open-- > 1 && controls.step() > step) controls.overlapped()
        busy.delete(name)
      }
    }
    const values = await Promise.all(thunks.map((thunk, i) => run(names[i] as string, thunk)))
    if (first !== null) throw (first as { readonly error: unknown }).error
    return values
  }
  const together = async (...callers: readonly [Readonly<Record<string, Thunk>>] | readonly Thunk[]): Promise<unknown> => {
    const [only] = callers
    assertFunctions(callers)
    if (typeof only !== 'object') return runAll(freeNames(callers.length), callers as readonly Thunk[])
    const names = Object.keys(only)
    const values = await runAll(names, Object.values(only))
    return Object.fromEntries(names.map((name, i) => [name, values[i]]))
  }
  return together as Together
}

/** A promise that is handed over is at work already, under nobody's name. */
const assertFunctions = (callers: readonly unknown[]): void => {
  const [only] = callers
  const named = callers.length === 1 && typeof only === 'object' && only !== null && !('then' in only)
  const thunks: readonly unknown[] = named ? Object.values(only) : callers
  const at = thunks.findIndex((thunk) => typeof thunk !== 'function')
  if (at < 0) return
  const wrong = thunks[at]
  throw new HarnessError('BAD_OPTION', 'together was given something that is no function', {
    found: wrong === null ? 'null' : typeof wrong === 'object' && 'then' in wrong ? 'a promise' : typeof wrong,
    expected: 'together(() => client.ask(1), () => client.ask(2)), or together({ ann: () => ... })',
  })
}
