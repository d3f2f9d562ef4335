// Every benchmark, one after the other: `npm run bench`. They print rates and ratios, and assert no time.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { execaNode } from 'execa'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const OTHERS = new Set(['all.ts', 'built.ts', 'side-by-side.ts'])

for (const name of readdirSync(HERE).filter((file) => file.endsWith('.ts') && !OTHERS.has(file))) {
  await execaNode(`${HERE}${name}`, { nodeOptions: ['--import', 'tsx'], stdio: 'inherit' })
}
