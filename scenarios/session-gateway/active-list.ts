// The active list: every session that lives, whether or not a client is attached to it.
import type { State } from './session.js'

export interface ActiveSession {
  readonly id: string
  readonly state: 'running' | 'idle' | 'parked'
}

export interface ActiveList {
  list(): readonly ActiveSession[]
}

export const createActiveList = ({ sessions }: State): ActiveList => ({
  list: () =>
    [...sessions.values()].map(({ id, turns, client }) => ({
      id,
      state: turns > 0 ? 'running' : client === null ? 'parked' : 'idle',
    })),
})
