// docs/mutants.md, made of what the mutants came to.
import type { Judged } from './judged.js'
import { reasonOf, type Survivor } from './survivors.js'

export const PAGE = 'docs/mutants.md'

export interface PageFacts {
  /** Executions for each mutant and variant. */
  readonly budget: number
  readonly survivors: readonly Survivor[]
  /** Scenarios that were asked for; none: all of the registry. */
  readonly names: readonly string[]
}

export const pageOf = (judged: readonly Judged[], { budget, survivors, names }: PageFacts): string => `# Mutants

Is anything in the fixed twins of the registry there for nothing? \`npm run mutants\` takes away, or turns around, one thing at a time: each condition
(negated, always true, always false), each operand of \`&&\` and \`||\`, each lock, each call that deletes, clears, closes or ends something, and each
\`await\` of a lock or of such a call. The variant is then searched with ${budget} executions and has to be red. What survives and is refused by the type checker, as
it is where a check narrows a type, is no program: whoever takes that away is told so before anything runs. A module that several scenarios are made of
is searched with each of them until one is. \`npm run mutants -- rpc-shared-socket\` takes one scenario.
This page is made by \`npm run mutants -- ${[...names, '--page'].join(' ')}\`.

${table(judged)}

${sum(judged)} More than one in ten must not survive; each that does needs its reason in \`test/mutants/survivors.json\`, and the
command fails for one without a reason, and for a reason without one.

## What survives

${alive(judged, survivors)}
`

const table = (judged: readonly Judged[]): string => {
  const files = [...new Set(judged.map(({ file }) => file))]
  const rows = files.map((file) => {
    const own = judged.filter((each) => each.file === file)
    const scenarios = [...new Set(own.flatMap(({ twins }) => twins.map(({ scenario }) => scenario)))]
    return `| \`${file}\` | ${scenarios.join(', ')} | ${own.length} | ${of(own, 'killed')} | ${of(own, 'survived')} | ${of(own, 'stillborn')} |`
  })
  return ['| file | scenarios | mutants | killed | survive | stillborn |', '|---|---|---|---|---|---|', ...rows].join('\n')
}

const of = (judged: readonly Judged[], fate: Judged['fate']): number => judged.filter((each) => each.fate === fate).length

/** Also the last line of the command. */
export const sum = (judged: readonly Judged[]): string =>
  `${judged.length} mutants: ${of(judged, 'killed')} killed, ${of(judged, 'survived')} survive, ${of(judged, 'stillborn')} stillborn (no search kills them and the type checker refuses them, or they do not load).`

const alive = (judged: readonly Judged[], survivors: readonly Survivor[]): string => {
  const all = judged.filter(({ fate }) => fate === 'survived')
  if (all.length === 0) return 'Nothing.'
  return all
    .map(({ was, becomes, file, ...rest }) => {
      const reason = reasonOf({ was, becomes, file, nth: rest.nth }, survivors)
      return `- \`${file}\`: \`${was}\` becomes \`${becomes}\`. ${reason ?? 'No reason is known.'}`
    })
    .join('\n')
}
