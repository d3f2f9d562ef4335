// The refusal of an execution that reaches for the network outside of it.
import { HarnessError } from '../../../../core/errors.js'
import type { Kernel } from '../../kernel/types.js'

/** To be thrown; the execution is refused even if the subject swallows it. `target`: a host with or without its port. */
export const denied = (kernel: Kernel, target: string): HarnessError =>
  kernel.refuse(
    new HarnessError('REAL_NETWORK_DENIED', `the execution reaches for ${target}, and nobody in it listens there`, {
      found: target,
      expected: 'localhost, 127.0.0.1, ::1, a unix socket, or an address at which a server of this execution listens',
      usually: 'the code under test calls a service that a test would stand in for',
      remedy: 'start a stand-in server in the execution (a mock dispatcher, http.createServer) and point the subject at it',
    }),
  )
