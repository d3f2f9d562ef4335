// The active list: every session that lives, whether or not a client is attached to it.
import type { ActiveList } from '../session-gateway/active-list.js'
import type { State } from '../session-gateway/session.js'

export const createActiveList = ({ sessions, endings }: State): ActiveList => ({
  list: () => [
    ...[...sessions.values()].map(({ id, turns, client }) => ({
      id,
      state: turns > 0 ? ('running' as const) : client === null ? ('parked' as const) : ('idle' as const),
    })),
    // Its worker is still there.
    ...[...endings.keys()].map((id) => ({ id, state: 'idle' as const })),
  ],
})
