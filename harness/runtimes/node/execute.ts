// Runs one body under one policy in the simulated world, from start to teardown.
import { HarnessError } from '../../core/errors.js'
import type { End, Execution, Leftover } from '../../core/execution.js'
import { interpret } from '../../core/interpreter.js'
import { modelId } from '../../core/limits.js'
import type { Body, ExecutionSettings, Runtime } from '../../core/runtime.js'
import { ambientLeftovers, ambientNow } from './ambient.js'
import { drive } from './drive.js'
import { executionDirectory } from './files/directory.js'
import { assertReady } from './install.js'
import { type DrainMode, drainMode } from './kernel/drain.js'
import { escaped } from './kernel/escapes.js'
import { NodeKernel } from './kernel/kernel.js'
import { Life, type Need } from './life.js'
import { type NativeWatch, watchNatives } from './natives.js'

/** The simulated runtime: ordinary Node code, virtual time, one door for every choice. */
export const createNodeRuntime = (): Runtime => ({ name: 'node', execute })

let last: Promise<unknown> | null = null
let mode: DrainMode | null = null

/** One execution at a time in a process: a second one waits for its turn. */
const execute = (body: Body, settings: ExecutionSettings): Promise<Execution> => {
  const running = last === null && mode !== null ? executeAlone(body, settings, mode) : executeNext(body, settings)
  const free = () => {
    if (last === running) last = null
  }
  last = running
  running.then(free, free)
  return running
}

const executeNext = async (body: Body, settings: ExecutionSettings): Promise<Execution> => {
  const before = last
  mode = await drainMode()
  await before?.catch(() => {})
  return executeAlone(body, settings, mode)
}

const executeAlone = (body: Body, settings: ExecutionSettings, mode: DrainMode): Promise<Execution> => {
  try {
    assertReady()
  } catch (error) {
    return Promise.reject(error)
  }
  const watched = settings.record || settings.native === 'allow'
  const attempt = runOnce(body, settings, { mode, watch: watched ? watchNatives() : null })
  if (watched) return attempt.then(({ execution }) => execution)
  return attempt.then(({ execution, suspect }) => (suspect ? lookAgain(body, settings, mode) : execution))
}

/** Nothing moved any more, or the real loop moved something: once more, with every piece of native work in sight. */
const lookAgain = async (body: Body, settings: ExecutionSettings, mode: DrainMode): Promise<Execution> =>
  (await runOnce(body, settings, { mode, watch: watchNatives() })).execution

interface Attempt {
  readonly execution: Execution
  readonly suspect: boolean
}

const runOnce = (
  body: Body,
  settings: ExecutionSettings,
  how: { mode: DrainMode; watch: NativeWatch | null },
): Promise<Attempt> => {
  const { decide, unmet } = interpret(settings.policy)
  const kernel = new NodeKernel(settings, decide, executionDirectory())
  return drive(kernel, how.mode, course(kernel, body, { watch: how.watch, unmet }))
}

interface Means {
  readonly watch: NativeWatch | null
  readonly unmet: () => Execution['unmet']
}

function* course(kernel: NodeKernel, body: Body, means: Means): Generator<Need, Attempt> {
  try {
    return yield* watchedCourse(kernel, body, means)
  } finally {
    means.watch?.stop()
  }
}

function* watchedCourse(kernel: NodeKernel, body: Body, { watch, unmet }: Means): Generator<Need, Attempt> {
  const { settings } = kernel
  const ambient = settings.record ? ambientNow() : null
  const life = new Life(kernel, watch)
  const end = yield* life.live(body)
  const leftovers = [...leftoversOf(kernel), ...(ambient === null ? [] : ambientLeftovers(ambient))]
  const refusal = kernel.escapes.refusal ?? (yield* natives(life, watch))
  yield* life.die()
  if (refusal !== null) throw refusal
  const execution = report(kernel, { end, leftovers, unmet: unmet(), native: life.wokenFromOutside })
  return { execution, suspect: life.wokenFromOutside || end.kind === 'deadlock' }
}

/** Native work that is still running is waited for, so that nothing of it lands in the next execution; then it is named. */
function* natives(life: Life, watch: NativeWatch | null): Generator<Need, HarnessError | null> {
  if (watch === null) return null
  const busy = () => watch.outstanding().filter(({ idle }) => !idle)
  for (let waitedMs = 0; waitedMs < 1000 && busy().length > 0; waitedMs++) yield 1
  if (life.kernel.settings.native === 'allow') {
    life.kernel.escapes.list.push(...watch.met.filter(({ loader }) => !loader).map(({ type, at }) => ({ type, at })))
    return null
  }
  const named = watch.met.find(({ loader, idle }) => !loader && !idle)
  if (named !== undefined) return escaped(named.type, named.at)
  const loaded = watch.met.find(({ loader }) => loader)
  return life.wokenFromOutside && loaded !== undefined ? imported(loaded.at) : null
}

const imported = (at: string): HarnessError =>
  new HarnessError('IMPORT_INSIDE_EXECUTION', `a module was loaded for the first time inside the execution, at ${at}`, {
    usually: 'a lazy import() in the subject',
    remedy: 'load it before the search (a warm-up call or a static import); the execution is discarded and run again',
  })

const leftoversOf = (kernel: NodeKernel): Leftover[] => {
  const found: Leftover[] = []
  for (const { by, origin, entry } of kernel.loop.timers.armed()) {
    found.push({ kind: 'timer', what: origin.what, actor: by.name, referenced: entry?.referenced ?? true })
  }
  for (const { by, origin } of kernel.loop.inFlight)
    found.push({ kind: 'task', what: origin.what, actor: by.name, referenced: true })
  found.push(...kernel.resources.leftovers(), ...kernel.subject.leftovers())
  return found.filter(({ actor, kind }) => !kernel.owned.has(actor) || kind === 'error' || kind === 'rejection')
}

interface Facts {
  readonly end: End
  readonly leftovers: readonly Leftover[]
  readonly unmet: Execution['unmet']
  readonly native: boolean
}

const report = (kernel: NodeKernel, { end, leftovers, unmet, native }: Facts): Execution => {
  const stepsByActor: Record<string, number> = {}
  for (const { name, steps } of kernel.actors) stepsByActor[name] = steps
  return {
    format: 1,
    end,
    history: kernel.journal.history,
    leftovers,
    escapes: kernel.escapes.list,
    deviations: kernel.chooser.deviations,
    steps: kernel.journal.steps,
    answers: kernel.chooser.answers,
    unmet,
    stats: {
      steps: kernel.steps,
      atMs: kernel.nowMs,
      stepsByActor,
      nativeUncontrolled: native || kernel.escapes.list.length > 0,
    },
    traceHash: kernel.traceHash >>> 0,
    model: modelId(kernel.settings.model),
  }
}
