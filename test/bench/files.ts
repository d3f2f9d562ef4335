// Files in the simulated world beside real ones: three callers that read, add one and write. Prints ratios, asserts no time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { randomWalk, run } from '../support/run.js'
import { printTable, sideBySide } from './side-by-side.js'

const addOne = async (file: string): Promise<void> => writeFile(file, String(Number(await readFile(file, 'utf8')) + 1))

const three = async (dir: string): Promise<void> => {
  const file = `${dir}/n`
  writeFileSync(file, '0')
  await Promise.all([addOne(file), addOne(file), addOne(file)])
}

const real = async (n: number): Promise<void> => {
  const dir = mkdtempSync(`${tmpdir()}/bench-`)
  for (let i = 0; i < n; i++) await three(dir)
  rmSync(dir, { recursive: true })
}

const simulated = async (n: number): Promise<void> => {
  for (let seed = 0; seed < n; seed++) await run((controls) => three(controls.dir()), randomWalk(seed))
}

const title = '3 concurrent read-modify-writes'
const contestants = [
  { name: 'real files, free running', run: real },
  { name: 'crosswire, random walk (42 steps)', run: simulated },
]
printTable(title, 'schedules', await sideBySide(title, contestants, 3000))
