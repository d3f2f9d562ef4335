// Copies of the registry's subjects with one edit each: the folder of the scenario is copied, and what it imports from elsewhere stays where it is.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { AnyScenario } from '../../../harness/core/scenario.js'
import { ROOT } from '../../support/crosswire.js'
import { EDITS, type EditKind } from './edits.js'

export interface EditedSubject {
  readonly kind: EditKind
  /** `client.ts, place 2 of 5`. */
  readonly where: string
  load(): Promise<AnyScenario>
}

export interface Workshop {
  /** At most `most` for each kind, spread over the files and the places. */
  subjects(scenario: string, variant: string, most: number): EditedSubject[]
  remove(): void
}

/** Its folder is not under version control. */
export const createWorkshop = (): Workshop => {
  const parent = join(ROOT, 'test/artefacts')
  mkdirSync(parent, { recursive: true })
  const top = mkdtempSync(join(parent, 'edited-'))
  symlinkSync(join(ROOT, 'scenarios/npm/node_modules'), join(top, 'node_modules'))
  let copies = 0
  return {
    subjects: (scenario, variant, most) =>
      (Object.keys(EDITS) as EditKind[]).flatMap((kind) =>
        spread(placesOf(scenario, variant, kind), most).map(({ file, place, of }) => ({
          kind,
          where: `${basename(file)}, place ${place + 1} of ${of}`,
          load: async () => {
            const copy = join(top, `copy-${++copies}`)
            cpSync(join(ROOT, 'scenarios', scenario), copy, { recursive: true })
            writeFileSync(join(copy, file), EDITS[kind](readFileSync(join(copy, file), 'utf8')).at(place))
            leadOut(copy, join(ROOT, 'scenarios', scenario))
            return (await import(join(copy, 'scenario.ts'))).default
          },
        })),
      ),
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

interface Place {
  readonly file: string
  readonly place: number
  readonly of: number
}

/** Whose tools answer at once, or it is refused. */
const DISPATCHER = /\b(scriptedPeer|mockDispatcher)\(/

/** The variant's own file; where a variant is a package, all that the scenario has around it but itself and the other side. */
const filesOf = (scenario: string, variant: string): string[] => {
  const folder = join(ROOT, 'scenarios', scenario)
  const files = readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && name !== 'scenario.ts' && !DISPATCHER.test(readFileSync(join(folder, name), 'utf8')),
  )
  return files.includes(`${variant}.ts`) ? [`${variant}.ts`] : files
}

const placesOf = (scenario: string, variant: string, kind: EditKind): Place[] =>
  filesOf(scenario, variant).flatMap((file) => {
    const of = EDITS[kind](readFileSync(join(ROOT, 'scenarios', scenario, file), 'utf8')).places
    return Array.from({ length: of }, (_, place) => ({ file, place, of }))
  })

const spread = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most ? [...all] : Array.from({ length: most }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / most)] as T)

/** Names that lead out of the folder are those of the original. */
const leadOut = (copy: string, original: string): void => {
  for (const name of readdirSync(copy).filter((each) => each.endsWith('.ts'))) {
    const file = join(copy, name)
    const text = readFileSync(file, 'utf8').replace(
      /(from '|import\(')(\.\.\/[^']+)'/g,
      (_, before, path) => `${before}${resolve(dirname(join(original, name)), path).replace(/\.js$/, '.ts')}'`,
    )
    writeFileSync(file, text)
  }
}
