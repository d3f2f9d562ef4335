// Child programs: inside an execution spawn() starts a simulated program that was registered by name, or is refused by name.
import childProcess from 'node:child_process'
import { current } from '../kernel/current.js'
import type { Install } from '../kernel/types.js'
import { cannotStart, findProgram } from './child/find-program.js'
import { isSimulated, ProcessHandle, running, type SpawnOptions } from './child/process-handle.js'
import { signalNumber } from './child/signals.js'
import { markControlled } from './controlled.js'
import { hasSockets } from './net/index.js'
import { type Callable, replaceMethod, undoAll } from './replace.js'
import { SimulatedTimeout } from './timers/timeout.js'

/**
 * `child_process.spawn(name, args)` starts the program registered under `name` (`Controls.program`): by the file as given, by its
 * base name, or, for `node script.js`, by the script's. Standard streams are pairs of simulated sockets; `spawn`, `exit`, `close`
 * and `error` events, `kill`, `signal` and `timeout` are Node's own code over them. Output that is inherited or ignored goes nowhere.
 * A path at which there is no file, or a missing working directory, gives `ENOENT` as in reality; every other unregistered name is
 * refused (`REAL_IO_ESCAPED`, `child_process.spawn NAME`): whether it exists depends on the machine. A killed program is cut off from its streams; timers and sockets of its own it must give up itself.
 */
export const installChildProcess: Install = () =>
  undoAll([replaceMethod(childProcess.ChildProcess.prototype, 'spawn', spawn), replaceMethod(process, 'kill', kill)])

interface ChildInside {
  _handle: ProcessHandle
  kill(signal?: number | string): boolean
  once(event: 'exit', listener: () => void): void
}

interface Options {
  timeout?: number
  readonly killSignal?: number | string
}

/** Every way to start a program goes through this method, with the options as Node has checked them. */
const spawn = (original: Callable): Callable =>
  function (options) {
    const kernel = current()
    if (kernel === null) return Reflect.apply(original, this, [options])
    const command = options as SpawnOptions
    const found = findProgram(kernel.programs, command)
    // Its standard streams are sockets.
    if (!hasSockets() || (found === null && !cannotStart(command))) {
      kernel.escape(`child_process.spawn ${command.file}`)
      return Reflect.apply(original, this, [options])
    }
    const child = this as ChildInside
    const native = child._handle
    markControlled(native)
    child._handle = new ProcessHandle(kernel, { options: command, found, onexit: native.onexit })
    forget(native)
    const result = Reflect.apply(original, this, [options])
    limit(child, options as Options)
    return result
  }

/**
 * A native handle that was never started cannot be closed, and Node keeps it for as long as it runs. What it knows (its child, and with
 * that the whole execution) is let go, or memory would grow with every program.
 */
const forget = (native: object): void => {
  for (const key of Reflect.ownKeys(native)) Reflect.deleteProperty(native, key)
}

/** Node would count the time-out in real time. */
const limit = (child: ChildInside, options: Options): void => {
  const { timeout = 0, killSignal } = options
  if (!(timeout > 0)) return
  options.timeout = 0
  const timer = new SimulatedTimeout(() => child.kill(killSignal), timeout, { args: [], repeat: false })
  child.once('exit', () => timer.close())
}

/** A pid of a simulated program, or of a group of them, is meant for it; all others are real processes: they may be asked about. */
const kill = (original: Callable): Callable =>
  function (pid, signal) {
    const kernel = current()
    const number = Math.abs(Number(pid))
    if (kernel === null) return Reflect.apply(original, this, [pid, signal])
    if (running(kernel).get(number)?.kill(signalNumber(signal)) === 0) return true
    if (!isSimulated(number) && signal !== 0) kernel.escape('process.kill')
    return Reflect.apply(original, this, [pid, signal])
  }
