// Which mutants the type checker refuses: whoever takes that away is told so before anything runs.
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { ROOT } from '../support/crosswire.js'
import type { Judged } from './judged.js'

/** Those that have survived and that it refuses are stillborn; it is asked once, in a copy of the scenarios that is gone afterwards. */
export const typed = async (judged: readonly Judged[]): Promise<Judged[]> => {
  const alive = judged.filter(({ fate }) => fate === 'survived')
  const errors = alive.length === 0 ? [] : await errorsOf(alive)
  return judged.map((one) => {
    const error = errors[alive.indexOf(one)] ?? null
    return error === null ? one : { ...one, fate: 'stillborn', by: error }
  })
}

/** Each mutant stands beside the file that it would replace. */
const errorsOf = async (mutants: readonly Judged[]): Promise<(string | null)[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'crosswire-typed-'))
  try {
    prepare(dir)
    for (const [i, { file, source }] of mutants.entries()) writeFileSync(join(dir, nameOf(file, i)), source)
    const errors = errorsIn(await check(dir))
    return mutants.map(({ file }, i) => errors.get(nameOf(file, i)) ?? null)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const prepare = (dir: string): void => {
  for (const name of ['harness', 'node_modules']) symlinkSync(join(ROOT, name), join(dir, name))
  cpSync(join(ROOT, 'package.json'), join(dir, 'package.json'))
  cpSync(join(ROOT, 'scenarios'), join(dir, 'scenarios'), { recursive: true, filter: (path) => !path.includes('node_modules') })
  // A check or a call that is gone may leave a name that nobody uses: that is no error of types.
  const config = { extends: join(ROOT, 'tsconfig.json'), include: ['scenarios/**/*.mutant-*.ts'], exclude: [] }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
}

const nameOf = (file: string, i: number): string => file.replace(/\.ts$/, `.mutant-${i}.ts`)

const check = async (cwd: string): Promise<string> => {
  const { stdout } = await execa('tsc', ['-p', '.', '--pretty', 'false'], {
    cwd,
    reject: false,
    preferLocal: true,
    localDir: ROOT,
  })
  return stdout
}

/** The first of each file. */
const errorsIn = (output: string): Map<string, string> =>
  new Map(
    output
      .split('\n')
      .reverse()
      .flatMap((line) => {
        const [, file = '', code = ''] = /^(scenarios\/\S+)\(\d+,\d+\): error (TS\d+)/.exec(line) ?? []
        return file === '' ? [] : [[file, code] as const]
      }),
  )
