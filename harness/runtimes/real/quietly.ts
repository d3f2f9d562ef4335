// Looking at what comes and goes, and may be somebody else's.
import { readdirSync } from 'node:fs'
import { takenForAbsent } from '../../core/probes.js'

/** `null` where looking fails. */
export const quietly = <T>(look: () => T): T | null => {
  try {
    return look()
  } catch {
    return null
  }
}

export const namesIn = (dir: string): string[] => quietly(() => readdirSync(dir)) ?? []

const withoutProc = takenForAbsent(process.env.CROSSWIRE_WITHOUT).has('proc')

/** What there is below `/proc`; nothing where there is no such thing. */
export const namesInProc = (path = ''): string[] => (withoutProc ? [] : namesIn(`/proc/${path}`))
