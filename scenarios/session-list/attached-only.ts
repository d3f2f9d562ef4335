// The active list: every session that lives. One that has ended has no client.
import type { ActiveList } from '../session-gateway/active-list.js'
import type { State } from '../session-gateway/session.js'

export const createActiveList = ({ sessions }: State): ActiveList => ({
  list: () =>
    [...sessions.values()]
      .filter(({ client }) => client !== null)
      .map(({ id, turns }) => ({ id, state: turns > 0 ? 'running' : 'idle' })),
})
