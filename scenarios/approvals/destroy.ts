// The end of a profile: its sessions and their runs, its worker, and whatever is routed to it.
import type { Session } from './runs.js'
import type { Approvals, Routes } from './types.js'
import type { Workers } from './workers.js'

export interface DestroyOptions {
  readonly approvals: Approvals
  readonly routes: Routes
  readonly sessions: Map<string, Session>
  readonly workers: Workers
}

export interface Destroy {
  /** How many sessions it ended. */
  profile(profile: string): Promise<number>
  /** How many sessions of all profiles it ended. */
  all(): Promise<number>
}

export const createDestroy = ({ approvals, routes, sessions, workers }: DestroyOptions): Destroy => {
  const destroyProfile = async (profile: string): Promise<number> => {
    const ended = [...sessions.values()].filter((session) => session.profile === profile)
    for (const { id, end } of ended) {
      end.abort(new Error(`profile ${profile} was destroyed`))
      sessions.delete(id)
    }
    approvals.denyAll(profile)
    for (const table of Object.values(routes)) {
      for (const [id, route] of table) if (route.profile === profile) table.delete(id)
    }
    await workers.stop(profile)
    return ended.length
  }
  return {
    profile: destroyProfile,
    async all() {
      const profiles = new Set([...sessions.values()].map(({ profile }) => profile))
      const counts = await Promise.all([...profiles].map(destroyProfile))
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
