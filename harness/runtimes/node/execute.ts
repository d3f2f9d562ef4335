// Runs one body under one policy in the simulated world, from start to teardown.
import { HarnessError } from '../../core/errors.js'
import type { End, Execution, Leftover, Printed } from '../../core/execution.js'
import { interpret } from '../../core/interpreter.js'
import { modelId } from '../../core/limits.js'
import type { Body, ExecutionSettings, Runtime } from '../../core/runtime.js'
import { ambientLeftovers, ambientNow } from './ambient.js'
import { type Done, drive } from './drive.js'
import { executionDirectory } from './files/directory.js'
import { withoutOwnPath } from './files/own-path.js'
import { assertReady } from './install.js'
import { giveUpContexts } from './intercept/async-contexts.js'
import { fakeClockInside } from './intercept/index.js'
import { restoreSurroundings } from './intercept/surroundings.js'
import { type DrainMode, drain, drainMode } from './kernel/drain.js'
import { escaped } from './kernel/escapes.js'
import { NodeKernel } from './kernel/kernel.js'
import { Life, type Need } from './life.js'
import { type NativeWatch, watchNatives } from './natives.js'
import { type Listening, listen } from './printed.js'
import { seenSteps, seenWaits } from './sight/seen.js'
import { placed } from './sight/sight.js'

/** The simulated runtime: ordinary Node code, virtual time, one door for every choice. */
export const createNodeRuntime = (): Runtime => ({ name: 'node', execute })

interface Request {
  readonly body: Body
  readonly settings: ExecutionSettings
  readonly resolve: (execution: Execution) => void
  readonly reject: (error: unknown) => void
}

let busy = false
const waiting: Request[] = []
/** Probed before the first execution. */
let mode: DrainMode | null = null

/** One execution at a time in a process: a second one waits for its turn. */
const execute = (body: Body, settings: ExecutionSettings): Promise<Execution> =>
  new Promise((resolve, reject) => {
    const request = { body, settings, resolve, reject }
    if (busy) waiting.push(request)
    else begin(request)
  })

const begin = (request: Request): void => {
  busy = true
  const { settings } = request
  const watched = settings.record || settings.native === 'allow'
  const start = (probed: DrainMode) => {
    mode = probed
    attempt(request, probed, watched ? watchNatives : null)
  }
  if (mode === null) drainMode().then(start)
  else start(mode)
}

const watchClosely = (): NativeWatch => watchNatives(true)

/** `watch`: how native work is looked after, `null` for not at all. */
const attempt = (request: Request, mode: DrainMode, watch: (() => NativeWatch) | null): void => {
  const { body, settings, resolve, reject } = request
  const release = () => {
    busy = false
    const next = waiting.shift()
    if (next !== undefined) begin(next)
  }
  const fail = (error: unknown) => {
    release()
    reject(error)
  }
  try {
    assertReady()
    runOnce(
      body,
      settings,
      { mode, watch: watch === null ? null : watch() },
      {
        value({ execution, suspect }) {
          // Nothing moved any more, or the real loop moved something: once more, with every piece of native work in sight.
          if (suspect && watch !== watchClosely) return attempt(request, mode, watchClosely)
          release()
          resolve(execution)
        },
        error: fail,
      },
    )
  } catch (error) {
    fail(error)
  }
}

interface Attempt {
  readonly execution: Execution
  readonly suspect: boolean
}

interface How {
  readonly mode: DrainMode
  readonly watch: NativeWatch | null
}

const runOnce = (body: Body, settings: ExecutionSettings, { mode, watch }: How, done: Done<Attempt>): void => {
  const { decide, unmet } = interpret(settings.policy)
  const kernel = new NodeKernel(settings, decide, executionDirectory())
  const life = new Life(kernel, { watch, drainNow: mode === 'burst' ? drain : null })
  drive(kernel, mode, course(life, body, { watch, unmet }), done)
}

interface Means {
  readonly watch: NativeWatch | null
  readonly unmet: () => Execution['unmet']
}

function* course(life: Life, body: Body, { watch, unmet }: Means): Generator<Need, Attempt> {
  const { kernel } = life
  const { record } = kernel.settings
  const listening = record ? listen(kernel) : null
  const ambient = record ? ambientNow() : null
  const end = yield* lived(life, body, listening)
  const fake = fakeClockInside()
  const shared = [...restoreSurroundings(), ...(ambient === null ? [] : ambientLeftovers(ambient))]
  const leftovers = [...leftoversOf(kernel), ...shared]
  kernel.sight?.stop()
  yield* loading(life)
  const refusal = fake ?? kernel.escapes.refusal ?? importedBy(life) ?? (yield* natives(life, watch))
  const { nowMs } = kernel
  yield* life.die()
  giveUpContexts(kernel)
  // What the teardown has changed is nobody's fault, and is put back all the same.
  restoreSurroundings()
  watch?.stop()
  if (refusal !== null) throw refusal
  const { printed = [] } = listening ?? {}
  const execution = report(kernel, { end, leftovers, nowMs, unmet: unmet(), native: life.wokenFromOutside, printed })
  return { execution, suspect: life.wokenFromOutside || end.kind === 'deadlock' }
}

function* lived(life: Life, body: Body, listening: Listening | null): Generator<Need, End> {
  try {
    return yield* life.live(body)
  } finally {
    listening?.stop()
  }
}

/** A module that is still being loaded is waited for, so that what it starts lands in no other execution. */
function* loading(life: Life): Generator<Need, void> {
  for (let waitedMs = 0; waitedMs < 5000 && life.noticeImport(); waitedMs++) yield 1
}

const importedBy = ({ imported: module }: Life): HarnessError | null => (module === null ? null : imported(module))

/** Native work that is still running is waited for, so that nothing of it lands in the next execution; then it is named. */
function* natives(life: Life, watch: NativeWatch | null): Generator<Need, HarnessError | null> {
  if (watch === null) return null
  const busy = () => watch.outstanding().filter(({ idle }) => !idle)
  for (let waitedMs = 0; waitedMs < 1000 && busy().length > 0; waitedMs++) yield 1
  if (life.kernel.settings.native === 'allow') {
    life.kernel.escapes.list.push(...watch.met.filter(({ loader }) => !loader).map(({ type, at }) => ({ type, at })))
    return null
  }
  if (watch.blind && life.wokenFromOutside) return escaped('native work', 'an unknown place')
  const named = watch.met.find(({ loader, idle }) => !loader && !idle)
  if (named !== undefined) return escaped(named.type, named.at)
  const loaded = watch.met.find(({ loader }) => loader)
  return life.wokenFromOutside && loaded !== undefined ? imported(loaded.at) : null
}

const imported = (at: string): HarnessError =>
  new HarnessError('IMPORT_INSIDE_EXECUTION', `a module was loaded for the first time inside the execution: ${at}`, {
    usually: 'a lazy import() in the subject',
    remedy: 'load it before the search (a warm-up call or a static import); the execution is discarded and run again',
  })

const leftoversOf = (kernel: NodeKernel): Leftover[] => {
  const found: Leftover[] = []
  if (kernel.isEmpty) return found
  const { sight } = kernel
  for (const task of kernel.loop.timers.armed()) {
    const referenced = task.entry?.referenced ?? true
    found.push({
      kind: 'timer',
      what: task.origin.what,
      actor: task.by.name,
      referenced,
      ...placed(sight, task.entry ?? task),
    })
  }
  for (const task of kernel.loop.inFlight)
    found.push({ kind: 'task', what: task.origin.what, actor: task.by.name, referenced: true, ...placed(sight, task) })
  found.push(...kernel.resources.leftovers(), ...kernel.subject.leftovers())
  return found.filter(({ actor, kind }) => !kernel.owned.has(actor) || kind === 'error' || kind === 'rejection')
}

interface Facts {
  readonly end: End
  readonly leftovers: readonly Leftover[]
  /** When the execution ended, its teardown not counted. */
  readonly nowMs: number
  readonly unmet: Execution['unmet']
  readonly native: boolean
  readonly printed: readonly Printed[]
}

const report = (kernel: NodeKernel, { end, leftovers, nowMs, unmet, native, printed }: Facts): Execution => {
  const { asking, escapes, journal, posting, settings, steps } = kernel
  const stepsByActor: Record<string, number> = {}
  for (const actor of posting.actors) stepsByActor[actor.name] = actor.steps
  return {
    format: 1,
    end: withoutOwnPath(end),
    history: withoutOwnPath(journal.history),
    leftovers: withoutOwnPath(leftovers),
    escapes: withoutOwnPath(escapes.list),
    deviations: asking.chooser.deviations,
    steps: kernel.sight === null ? journal.steps : seenSteps(journal.steps, kernel.sight),
    answers: asking.chooser.answers,
    unmet,
    ...(kernel.observed === undefined ? {} : { observed: withoutOwnPath(kernel.observed) }),
    ...(printed.length === 0 ? {} : { printed: withoutOwnPath(printed) }),
    ...(kernel.sight === null ? {} : seenWaits(kernel.sight, kernel.owned)),
    stats: {
      steps,
      atMs: nowMs,
      stepsByActor,
      ...(kernel.overlap ? { overlap: true } : {}),
      nativeUncontrolled: native || escapes.list.length > 0,
    },
    traceHash: asking.traceHash >>> 0,
    model: modelId(settings.model),
  }
}
