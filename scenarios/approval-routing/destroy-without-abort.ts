// The end of a profile: its sessions and their runs, its worker, and whatever is routed to it.
import type { Destroy, DestroyOptions } from '../approvals/destroy.js'

export const createDestroy = ({ approvals, routes, sessions, workers }: DestroyOptions): Destroy => {
  const destroyProfile = async (profile: string): Promise<number> => {
    const ended = [...sessions.values()].filter((session) => session.profile === profile)
    for (const { id } of ended) sessions.delete(id)
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
