// A run as JUnit XML, which every CI system reads: a suite for each scenario, a case for each variant.
import { create } from 'xmlbuilder2'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import { failure } from './failure.js'
import { type DocumentOf, type Finished, reasonsOf } from './finished.js'
import { fromRoot } from './frames.js'
import { limited, safe } from './text.js'
import { worthLine } from './worth-line.js'

/** Columns of the text inside. */
const WIDTH = 100

/**
 * A race where none should be, and one that was not found where it should be, is a `<failure>`; a package that is missing
 * `<skipped>`; everything else that kept a variant from being judged an `<error>`. A race that is expected is a case that passes,
 * with its story in `<system-out>`. Times are real ones, in seconds.
 */
export const junit: DocumentOf = (results, { root, versions }) => {
  const document = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\ufffd' })
  const suites = document.ele('testsuites', { name: 'crosswire', ...countsOf(results) })
  for (const [scenario, own] of grouped(results)) {
    const suite = suites.ele('testsuite', { name: inert(scenario), ...countsOf(own) })
    const properties = suite.ele('properties')
    for (const [name, value] of Object.entries(propertiesOf(own, versions))) properties.ele('property', { name, value })
    for (const result of own) addCase(suite, result, root)
  }
  return `${document.end({ prettyPrint: true })}\n`
}

type Ending = 'passed' | 'failure' | 'skipped' | 'error'

const endingOf = ({ exitCode, problem }: Finished): Ending => {
  if (exitCode === 0) return 'passed'
  if (problem?.code === 'PACKAGE_MISSING' || problem?.code === 'INTERPRETER_MISSING') return 'skipped'
  return exitCode === 1 ? 'failure' : 'error'
}

const countsOf = (results: readonly Finished[]): Record<string, string> => {
  const count = (ending: Ending): string => String(results.filter((result) => endingOf(result) === ending).length)
  const ms = results.reduce((sum, { report }) => sum + report.ms, 0)
  return {
    tests: String(results.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(ms),
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

const grouped = (results: readonly Finished[]): Map<string, Finished[]> => {
  const groups = new Map<string, Finished[]>()
  for (const result of results) groups.set(result.report.scenario, [...(groups.get(result.report.scenario) ?? []), result])
  return groups
}

const propertiesOf = ([first]: readonly Finished[], versions: object): Record<string, string> => {
  const { strategy = '', seed = 0, runtime = '' } = first?.report ?? {}
  return { strategy, seed: String(seed), runtime, ...versions }
}

const addCase = (suite: XMLBuilder, result: Finished, root: string): void => {
  const { report, file } = result
  const where = file === null ? {} : { file: inert(fromRoot(file, root)) }
  const name = inert(report.variant === '' ? report.scenario : report.variant)
  const one = suite.ele('testcase', { classname: inert(report.scenario), name, time: seconds(report.ms), ...where })
  const ending = endingOf(result)
  if (ending === 'passed') one.ele('system-out').txt(storyOf(result))
  else one.ele(ending, { type: inert(typeOf(result)), message: inert(messageOf(result)) }).txt(storyOf(result))
}

const typeOf = ({ report, problem }: Finished): string =>
  problem?.code ?? report.counterexamples[0]?.verdict.oracle ?? report.unknowns[0]?.verdict.oracle ?? 'not-found'

const messageOf = ({ report, problem }: Finished): string =>
  limited(problem?.text.split('\n')[0] ?? report.counterexamples[0]?.verdict.message ?? reasonsOf(report)[0] ?? report.outcome)

/** Line by line, since the subject's own text may hold what XML forbids. */
const storyOf = ({ report, problem, replayCommand }: Finished): string => {
  const texts = [
    ...(problem === null ? [] : [problem.text]),
    ...report.counterexamples.map((each) => failure(report, each, { width: WIDTH, replayCommand })),
  ]
  const told = texts.length > 0 ? texts : [...reasonsOf(report).map(limited), worthLine(report.worth, WIDTH)]
  return `\n${told.join('\n\n').split('\n').map(inert).join('\n')}\n`
}

/** Text that stays text: what would be an entity is none, as the writer takes `&lt;` for what it says, and `&#0;` is no XML at all. */
const inert = (text: string): string => safe(text).replaceAll('&', '&amp;')
