// The line that a failing race prints runs that one test again, wherever vitest was started and whatever the test is called.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadingOptions } from '../../harness/hosts/vitest/started-with.js'
import { createProject, type Project } from '../support/project.js'
import { runVitest, type VitestRun } from '../support/vitest-run.js'

let project: Project
let fromRoot: VitestRun
beforeAll(async () => {
  project = await createProject('vitest-monorepo')
  fromRoot = await runVitest(project, [])
})
afterAll(() => project.remove())

const ODD = `it's (odd)  a "quoted" $NAME,\na second line, \`ticks\`, 100 %s of c:\\d+ [and] {that}? 🙂 ^.*$`

const lineOf = (run: VitestRun, name: string): string => {
  const [, line = 'none'] = /^ {2}Replay: (.*)$/m.exec(run.seen(name).says) ?? []
  return line
}

/** What a person does with the line, at `place`; the tests that ran, by name. */
const paste = async (line: string, place: Project): Promise<string[]> => {
  const { output } = await place.run('bash', ['-c', `${line} --reporter=verbose --hideSkippedTests`])
  const ran = output.split('\n').filter((each) => /^ [✓×] /.test(each))
  expect(ran).toHaveLength(1)
  expect(output).toContain('replayed: it fails')
  expect(output).toMatch(/Tests {2}1 failed( \||\s*\()/)
  return ran
}

describe('from the root of a monorepo with projects', () => {
  test('it names the project, and takes a test with any name in any suites', async () => {
    const line = lineOf(fromRoot, ODD)
    expect(line).toMatch(/ npx vitest run 'packages\/shop\/test\/odd \[names\]\.test\.js' -t '.*' --project '@acme\/shop'$/)
    expect(await paste(line, project)).toEqual([expect.stringContaining("it's (odd)")])
  })

  test('a test of a parametrised suite is not its namesakes', async () => {
    const [ran] = await paste(lineOf(fromRoot, 'each a|b of them'), project)
    expect(ran).toContain('each a|b > of them')
  })
})

test('from the folder of one package it needs no project; where npm ran the script, it leads there first', async () => {
  const shop = project.within('packages/shop')
  const line = lineOf(await runVitest(shop, ['-t', '^of them$']), 'of them')
  expect(line).toMatch(/^CROSSWIRE_REPLAY='\S+' npx vitest run 'test\/odd \[names\]\.test\.js' -t '\^of them\$'$/)
  const workspace = await runVitest(shop, ['-t', '^of them$'], { INIT_CWD: project.dir })
  expect(lineOf(workspace, 'of them')).toBe(`cd packages/shop && ${line}`)
  expect(await paste(lineOf(workspace, 'of them'), project)).toEqual([expect.stringContaining('of them')])
})

test('from a subfolder, with the root and the config named, both are named again', async () => {
  const inside = project.within('packages/stock')
  const args = ['--root=../..', '--config', 'config/unit.config.mjs', '--pool=threads']
  const line = lineOf(await runVitest(inside, args), 'nobody takes what another one has taken')
  expect(line).toMatch(
    / npx vitest run src\/stock\.spec\.js -t .* '--root=\.\.\/\.\.' --config config\/unit\.config\.mjs '--pool=threads'$/,
  )
  expect(await paste(line, inside)).toEqual([expect.stringContaining('nobody takes')])
})

test('of the options of a run, those that say what is loaded and how are needed again', () => {
  const argv = [
    'run',
    'some.test.ts',
    '-t',
    'a name',
    '-c',
    'there.ts',
    '--root=..',
    '--reporter',
    'dot',
    '--coverage',
    '--project',
    'x',
  ]
  expect(loadingOptions(argv)).toEqual(['-c', 'there.ts', '--root=..'])
  expect(loadingOptions(['--no-isolate', '--pool', 'threads', '--environment=node', '--config'])).toEqual([
    '--no-isolate',
    '--pool',
    'threads',
    '--environment=node',
  ])
})
