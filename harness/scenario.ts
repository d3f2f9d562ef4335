// How a scenario file says what it is: identities that give its parts their types.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HarnessError } from './core/errors.js'
import type { AnyScenario, CallersSpec, PythonParts, Scenario, SubjectSource } from './core/scenario.js'
import { noteFolder } from './core/written-in.js'

/** Types a scenario; returns it as it is. It is checked when it is run, so that a mistake names its file. */
export const scenario = <Variant, Subject>(definition: Scenario<Variant, Subject>): Scenario<Variant, Subject> => {
  const file = callersFile()
  if (file !== null) noteFolder(definition, dirname(file))
  return definition
}

/** Of whoever called `scenario`; `null` where the stack does not tell. */
const callersFile = (): string | null => {
  const caller = new Error('where').stack?.split('\n').filter((line) => line.includes(' at '))[2] ?? ''
  const place = /((?:file:\/\/|\/)[^()]*?):\d+:\d+\)?$/.exec(caller)?.[1]
  return place === undefined ? null : place.startsWith('file:') ? fileURLToPath(place.replace(/\?.*$/, '')) : place
}

/** Types the workloads that a scenario draws; returns them as they are. */
export const callers = (spec: CallersSpec): CallersSpec => spec

/**
 * Variants that are files in Python: spread into a scenario, in the place of `variants` and `open`. `module`: the scenario's own
 * `import.meta.url`; `variants`: files beside it, by variant. The `scene`, a file there too, has `setup(world)`, which makes the subject of the
 * module `world.variant`, and `perform(subject, op, token, input)`; it may have `observe(subject)`, whose plain data oracles find as
 * `execution.observed`, and `teardown(subject)`. Workloads, dispatcher, oracles and races are the scenario's.
 */
export const inPython = (
  module: string,
  variants: Readonly<Record<string, string>>,
  { scene = 'scene.py' }: { readonly scene?: string } = {},
): Pick<AnyScenario, 'python' | 'variants' | 'open'> => {
  const folder = sourcesOf(dirname(fileURLToPath(module)))
  const named = Object.entries(variants)
  return {
    python: {
      scene: join(folder, scene),
      variants: Object.fromEntries(named.map(([name, file]) => [name, join(folder, file)])),
    },
    variants: Object.fromEntries(named.map(([name]) => [name, async () => null])),
    open: () => {
      throw new HarnessError('ONLY_SIMULATED', 'a subject in Python runs in the search alone', {
        remedy: 'leave out --runtime real',
      })
    },
  }
}

export interface OfReleases extends Pick<SubjectSource, 'name' | 'releases' | 'traced'> {
  /** A file beside the scenario: the subject as it is. */
  readonly asReleased: string
  /** Other files, by what is different in them. */
  readonly changed?: Readonly<Record<string, string>>
}

/**
 * Variants whose subject is a published package of Python: one for each version (`0.16.0`), and one for each change of each (`0.16.0-CHANGE`);
 * a checkout that the user names is `checkout`. Their files are loaded with the root of the package on the path, and are not instrumented
 * themselves, nor is the scene. See `inPython`.
 */
export const ofReleases = (
  module: string,
  { asReleased, changed = {}, ...source }: OfReleases,
): Pick<AnyScenario, 'python' | 'variants' | 'open'> => {
  const files = [['', asReleased], ...Object.entries(changed).map(([name, file]) => [`-${name}`, file])] as [string, string][]
  const of = (version: string): Record<string, string> =>
    Object.fromEntries(files.map(([change, file]) => [`${version}${change}`, file]))
  const versions = Object.fromEntries(
    Object.keys(source.releases).flatMap((version) => Object.keys(of(version)).map((variant) => [variant, version])),
  )
  const released = inPython(module, Object.assign({}, ...Object.keys(source.releases).map(of)))
  const ofCheckout = inPython(module, of('checkout'))
  const { scene, variants } = released.python as PythonParts
  return {
    ...released,
    python: { scene, variants: { ...variants, ...ofCheckout.python?.variants }, source: { ...source, versions } },
  }
}

/** Lines are told as they stand in the sources, where a checkout has them beside its build. */
const sourcesOf = (folder: string): string => {
  const sources = folder.replace(/([\\/])dist[\\/](scenarios[\\/])/, '$1$2')
  return existsSync(sources) ? sources : folder
}
