// What the probes find here: for `crosswire doctor`.
import { existsSync } from 'node:fs'
import { PROBE_NAMES, type ProbeName } from '../../core/probes.js'
import { self, UNKNOWN } from './files/names.js'
import { fsBinding } from './intercept/fs/binding.js'
import { prototypesOfHandles } from './intercept/native/zlib.js'
import { hasConnections, hasSockets } from './intercept/net/index.js'
import { eventsCarryPorts } from './intercept/ports/message-port.js'
import { drainMode } from './kernel/drain.js'
import { hasRequests } from './kernel/outside.js'
import { seesNatives } from './natives.js'
import { ownTask } from './watchdog/cpu-time.js'
import { assertWithout, isWithout } from './without.js'

const finds: Readonly<Record<ProbeName, () => boolean | Promise<boolean>>> = {
  drain: async () => (await drainMode()) === 'burst',
  files: () => fsBinding() !== null,
  sockets: hasSockets,
  compression: () => prototypesOfHandles() !== null,
  connections: hasConnections,
  ports: eventsCarryPorts,
  natives: seesNatives,
  requests: hasRequests,
  memory: () => !isWithout('memory') && existsSync('/dev/shm'),
  proc: () => ![self().space, self().start].includes(UNKNOWN) && ownTask() !== null,
}

/** Whether each of them is there, in the order of the table. Rejects with `BAD_OPTION` where `CROSSWIRE_WITHOUT` holds a wrong name. */
export const probeAll = async (): Promise<{ readonly name: ProbeName; readonly found: boolean }[]> => {
  assertWithout()
  return Promise.all(PROBE_NAMES.map(async (name) => ({ name, found: await finds[name]() })))
}
