// Looking at what comes and goes, and may be somebody else's.
import { readdirSync } from 'node:fs'

/** `null` where looking fails. */
export const quietly = <T>(look: () => T): T | null => {
  try {
    return look()
  } catch {
    return null
  }
}

export const namesIn = (dir: string): string[] => quietly(() => readdirSync(dir)) ?? []
