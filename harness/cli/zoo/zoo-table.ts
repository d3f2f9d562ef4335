// The zoo as a table in Markdown.
import type { Spread } from '../series/figures.js'
import type { CleanRun, EntryFigures, RealRuns, ZooFigures } from './figures.js'

export const zooTable = ({ entries }: ZooFigures, problems: readonly string[]): string =>
  [
    '# The zoo',
    '',
    'Published races of published packages, found in unmodified code from the registry of npm. Made by `npx crosswire zoo`. Schedules to find:',
    'executions over all workloads before the first failure, shrinking and confirmation excluded; median and 95th percentile over seeds,',
    'with the default portfolio. Time: the median up to the first failure, once the process has begun. Left: holds and deviations of the',
    'counterexample once it was made small. Clean: schedules that the repaired version has survived. Plain Node: the same callers over real',
    'sockets, files and time, with nothing controlled, and in how many runs the race showed.',
    '',
    ...table(
      [
        'race',
        'package',
        'faulty',
        'fixed',
        'found by',
        'found',
        'schedules: median',
        'p95',
        'time',
        'left',
        'clean',
        'plain Node',
      ],
      Object.entries(entries).map(([name, figures]) => cellsOf(name, figures)),
    ),
    ...(problems.length === 0 ? [] : ['', 'Not as expected:', '', ...problems.map((text) => `- ${text}`)]),
    '',
  ].join('\n')

const cellsOf = (name: string, figures: EntryFigures): string[] => {
  const { package: published, faulty, fixed, expect, schedules, ms, left, clean, real } = figures
  return [
    `[${name.replace(/^npm\//, '')}](../scenarios/${name}/README.md)`,
    ...[published, faulty, fixed ?? 'no fixed release', expect],
    `${schedules.found} of ${schedules.seeds}`,
    ...[
      numberText(schedules.median),
      numberText(schedules.p95),
      ms.median === null ? '' : `${numberText(ms.median)} ms`,
      numberText(left.median),
    ],
    clean.map(cleanText).join('; '),
    real === null ? 'not run' : realText(real),
  ]
}

const numberText = (value: Spread['median']): string => (value === null ? '' : value.toLocaleString('en'))

const cleanText = ({ variant, schedules, findings }: CleanRun): string => {
  const survived = findings === 0 ? schedules.toLocaleString('en') : `${findings} findings in ${schedules.toLocaleString('en')}`
  return variant === 'fixed' ? survived : `${survived} (${variant})`
}

const realText = ({ runs, shown, unknown }: RealRuns): string =>
  `${shown} of ${runs}${unknown === 0 ? '' : `, ${unknown} unknown`}`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
