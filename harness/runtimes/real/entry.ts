// Files of this folder that are started as processes of their own.
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Arguments of Node that start `name`. From the sources it is TypeScript and needs tsx; as published it does not. */
export const entry = (name: string): string[] => {
  const here = fileURLToPath(import.meta.url)
  const main = path.join(path.dirname(here), `${name}${path.extname(here)}`)
  return path.extname(here) === '.ts' ? ['--import', import.meta.resolve('tsx'), main] : [main]
}
