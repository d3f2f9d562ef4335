// A connection between two handles, accepted or not, and the faults that may strike it.
import type { Kernel } from '../../kernel/types.js'
import { uv } from './bindings.js'
import { Flow } from './flow.js'

export interface Connection {
  /** Stable: the address and the actor that connected. */
  readonly name: string
  readonly c2s: Flow
  readonly s2c: Flow
}

/** `remote`: over a network; else between processes of one machine. */
export const createConnection = (kernel: Kernel, name: string, remote: boolean): Connection => {
  const c2s = new Flow(kernel, name, { direction: 'c2s', remote })
  const s2c = new Flow(kernel, name, { direction: 's2c', remote })
  c2s.back = s2c
  s2c.back = c2s
  return { name, c2s, s2c }
}

/** Both sides find the connection broken; what was under way is lost. */
const breakConnection = ({ c2s, s2c }: Connection): void => {
  for (const flow of [c2s, s2c]) {
    flow.drop()
    flow.fail(uv('ECONNRESET'))
  }
}

/** The other machine has vanished: nothing arrives any more, and nobody is told. */
const silence = ({ c2s, s2c }: Connection): void => {
  c2s.silent = true
  s2c.silent = true
}

const STRIKES = { reset: breakConnection, 'half-open': silence } as const

/** Arms a fault: before each read from now on the schedule may let it strike, once. */
export const armFault = (kernel: Kernel, connection: Connection, fault: keyof typeof STRIKES): void => {
  const { c2s, s2c } = connection
  const strike = () => {
    if (kernel.choose('fault', `net.${fault} ${connection.name}`, ['not yet', 'now']) === 0) return
    c2s.strike = null
    s2c.strike = null
    STRIKES[fault](connection)
  }
  c2s.strike = strike
  s2c.strike = strike
}
