// The binaries of the other majors of Node, which npm installs where it can: they are optional, and for Linux on x64.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/crosswire.js'

export const MAJORS = ['22', '24', '26'] as const
export type Major = (typeof MAJORS)[number]

/** `null` where npm could not install it; that is said aloud. */
export const binaryOf = (major: Major): string | null => {
  const path = join(ROOT, 'node_modules', `node-${major}`, 'bin', 'node')
  if (existsSync(path)) return realpathSync(path)
  process.stderr.write(`\nNOT TESTED: Node ${major} is not installed (npm install --include=optional; Linux on x64 only)\n`)
  return null
}
