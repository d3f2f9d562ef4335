// Entry of a scenario's own program in the real world: a module whose default export the simulated world runs by itself.
import type { Program, SimulatedProcess } from '../../core/runtime.js'

const [, , name = '', module = '', ...args] = process.argv
// Who looks at what is left sees this, and not how it was started.
process.title = [name, ...args].join(' ')

const self: SimulatedProcess = {
  argv: [name, ...args],
  env: process.env,
  pid: process.pid,
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
  },
  exit: (code = 0) => process.exit(code),
  onSignal: (signal, handler) => void process.on(signal, handler),
}

const LONG_MS = 2 ** 31 - 1
const { default: program } = (await import(module)) as { readonly default: Program }
// A promise that is pending keeps no process alive.
const alive = setInterval(() => {}, LONG_MS)
await program(self)
clearInterval(alive)
