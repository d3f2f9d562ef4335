// Writes vectors.json anew: `npx tsx test/core/make-vectors.ts`. Only a new format may change what is committed.
import { writeFileSync } from 'node:fs'
import { formatVectors, generateVectors } from './generate-vectors.js'
import { VECTORS_FILE } from './vectors.js'

writeFileSync(VECTORS_FILE, formatVectors(generateVectors()))
