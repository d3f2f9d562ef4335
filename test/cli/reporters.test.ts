// `--reporter`: several at once, each where it is asked for; what is wrong is said before the search, and nothing that was found is lost.
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseReporters } from '../../harness/cli/reports/parse-reporters.js'
import { writeWhole } from '../../harness/cli/reports/targets.js'
import { document } from '../docs/json-schema.js'
import { crosswire, fixture, ROOT, startCrosswire } from '../support/crosswire.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crosswire-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (...names: string[]): string => join(folder, ...names)
const read = (...names: string[]): string => readFileSync(at(...names), 'utf8')
const everywhere = (): string =>
  `terminal,junit=${at('deep/er/out.xml')},html=${at('race.html')},json=${at('out.json')},markdown=${at('out.md')}`

describe('several reporters at once', () => {
  test('each writes its own file, in folders that are made; the terminal has its text', async () => {
    const { exitCode, stdout, stderr, left } = await crosswire(
      'run',
      fixture('spoils.mjs'),
      '--reporter',
      `${everywhere()},github`,
    )
    expect(stdout).toContain('x spoils / only')
    expect(stdout).toMatch(/^::error .*title=crosswire%3A/m)
    expect(read('deep/er/out.xml')).toMatch(
      /<testcase [^>]*file="test\/fixtures\/scenarios\/spoils.mjs">\s*<failure type="own-response"/,
    )
    expect(read('race.html')).toContain('</html>')
    expect(read('out.md')).toContain('| \u274c |')
    expect(document.parse(JSON.parse(read('out.json')))).toMatchObject({ exitCode: 1, reports: [{ outcome: 'fail' }] })
    expect(stderr).toContain('junit: ')
    expect(exitCode).toBe(1)
    expect(left).toEqual([])
    expect(readdirSync(folder).sort()).toEqual(['deep', 'out.json', 'out.md', 'race.html'])
  })

  test('a document stands alone on stdout', async () => {
    const { stdout } = await crosswire('run', fixture('spoils.mjs'), '--reporter', `junit, html=${at('race.html')}`)
    expect(stdout).toMatch(/^<\?xml [\s\S]*<\/testsuites>$/)
  })

  test('--json is the short way to json, and goes together with files', async () => {
    const { stdout } = await crosswire('run', fixture('spoils.mjs'), '--json', '--reporter', `junit=${at('out.xml')}`)
    expect(document.parse(JSON.parse(stdout)).reports).toHaveLength(1)
    expect(read('out.xml')).toContain('<testsuites')
  })

  test('the summary is appended to that of the step, and paths are those of the workspace', async () => {
    writeFileSync(at('summary.md'), '# what others have written\n')
    const env = { GITHUB_STEP_SUMMARY: at('summary.md'), GITHUB_WORKSPACE: join(ROOT, 'test') }
    const { stdout } = await startCrosswire(['run', fixture('spoils.mjs'), '--reporter', 'markdown,github'], env).ended
    expect(read('summary.md')).toMatch(/^# what others have written\n## crosswire: 0 of 1 variant/)
    expect(stdout).toMatch(/^::error file=fixtures\/scenarios\/spoils\.mjs,/)
  })
})

describe('what the config of a project says of reporters', () => {
  const config = { file: 'crosswire.config.ts', values: { reporter: [{ name: 'html', file: 'race.html' }] } } as const

  test('holds where the call says nothing, files from the working directory', () => {
    expect(parseReporters({}, folder, config)).toEqual([{ name: 'html', file: at('race.html') }])
    expect(parseReporters({}, folder)).toEqual([{ name: 'terminal', file: null }])
  })

  test('gives way to --reporter and to --json, as a whole', () => {
    expect(parseReporters({ reporter: 'github' }, folder, config)).toEqual([{ name: 'github', file: null }])
    expect(parseReporters({ json: true }, folder, config)).toEqual([{ name: 'json', file: null }])
  })
})

describe('what is wrong with a reporter is said before anything is searched', () => {
  test.each([
    ['a name that is none', () => 'terminal,xunit', 'there is no reporter `xunit`'],
    ['an empty name', () => '', 'there is no reporter ``'],
    ['no file behind the sign', () => 'junit=', '`junit=` names no file'],
    ['two documents for stdout', () => 'junit,json', 'both junit and json would write to stdout'],
    ['a document beside the terminal', () => 'terminal,html', 'remedy:   give one of them a file: html=FILE'],
    ['two for one file', () => `junit=${at('out')},html=${at('out')}`, 'both junit and html would write to'],
    ['a folder', () => `junit=${folder}`, 'it is a folder'],
    ['a file in the place of a folder', () => `junit=${at('file', 'out.xml')}`, 'is no folder'],
  ])('%s', (_, reporter, message) => {
    writeFileSync(at('file'), '')
    expect(() => parseReporters({ reporter: reporter() }, folder)).toThrow(message)
    expect(() => parseReporters({ reporter: reporter() }, folder)).toThrow(/^BAD_OPTION: /)
  })

  test('and ends with exit code 2; nothing is made', async () => {
    const args = ['run', fixture('spoils.mjs'), '--json', '--reporter', `junit=${at('out', 'out.xml')},terminal`]
    const { exitCode, stdout, stderr, left } = await crosswire(...args)
    expect(stderr).toContain('BAD_OPTION: both json and terminal would write to stdout')
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 2, errors: [{ code: 'BAD_OPTION' }] })
    expect(exitCode).toBe(2)
    expect(left).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a report that cannot be written', () => {
  const spoiled = (...reporters: string[]) =>
    startCrosswire(['run', fixture('spoils.mjs'), '--reporter', reporters.join(',')], { CROSSWIRE_TEST_SPOILED: at('out') }).ended

  test('loses nothing: the results are on the terminal, other files are written, and the exit code says that it is missing', async () => {
    const { exitCode, stdout, stderr, left } = await spoiled(`junit=${at('out/junit.xml')}`, `json=${at('other.json')}`)
    expect(stderr).toContain('REPORT_NOT_WRITTEN: junit could not be written')
    expect(stdout).toContain('x spoils / only')
    expect(document.parse(JSON.parse(read('other.json'))).reports).toMatchObject([{ outcome: 'fail' }])
    expect(exitCode).toBe(2)
    expect(left).toEqual([])
    expect(readdirSync(folder).sort()).toEqual(['other.json', 'out'])
  })

  test.runIf(existsSync('/proc/self'))('where no folder can be made it is told, and nothing turns in a circle', () => {
    expect(() => writeWhole('/proc/no/such/folder/out.xml', '')).toThrow(/ENOENT.*mkdir '\/proc\/no'/)
  })

  test.runIf(existsSync('/dev/full'))('stdout that takes no more is a report that is lost: exit code 2', async () => {
    const command = `"${process.execPath}" "${join(ROOT, 'dist/harness/cli/main.js')}" list --json > /dev/full`
    const { exitCode, stderr } = await execa('bash', ['-c', command], { reject: false })
    expect(stderr).toMatch(/^REPORT_NOT_WRITTEN: stdout could not be written to\n {2}found: +ENOSPC/)
    expect(exitCode).toBe(2)
  })

  test('is not told twice where the terminal has the results already', async () => {
    const { exitCode, stdout } = await spoiled('terminal', `junit=${at('out/junit.xml')}`)
    expect(stdout.match(/x spoils \/ only/g)).toHaveLength(1)
    expect(exitCode).toBe(2)
  })
})

describe('an end from outside', () => {
  const begun = async () => {
    const args = ['run', fixture('found-then-endless.mjs'), '--budget', '10m', '--jobs', '1', '--reporter', everywhere()]
    const running = startCrosswire(args)
    await running.searching()
    return running
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('%s: what was found until then is in every report', async (signal) => {
    const running = await begun()
    running.process.kill(signal)
    const { exitCode, stdout, left } = await running.ended
    expect(stdout).toContain('x found-then-endless / swaps')
    expect(stdout).toContain('? found-then-endless / good (interrupted)')
    expect(read('deep/er/out.xml')).toMatch(/name="swaps"[\s\S]*<failure type="own-response"[\s\S]*name="good"/)
    expect(read('race.html')).toContain('belongs to')
    expect(read('out.md')).toContain('belongs to')
    expect(document.parse(JSON.parse(read('out.json'))).reports).toMatchObject([
      { variant: 'swaps', outcome: 'fail', stopped: 'found' },
      { variant: 'good', stopped: 'interrupted' },
    ])
    expect(exitCode).toBe(1)
    expect(left).toEqual([])
  })

  test('a finding that is being shrunk is told as small as it is by then', async () => {
    const args = [
      'run',
      fixture('slow-to-shrink.mjs'),
      '--budget',
      '10m',
      '--strategy',
      'random',
      '--reporter',
      `terminal,json=${at('out.json')}`,
    ]
    const running = startCrosswire(args)
    await running.searching()
    running.process.kill('SIGINT')
    const { exitCode, stdout, left } = await running.ended
    expect(stdout).toContain('x slow-to-shrink / only')
    expect(stdout).toContain('Note: interrupted: the finding is shrunk only as far as there was time')
    expect(document.parse(JSON.parse(read('out.json'))).reports).toMatchObject([{ outcome: 'fail', stopped: 'found' }])
    expect(exitCode).toBe(1)
    expect(left).toEqual([])
  })

  test('a second SIGINT ends at once, and files have what was finished', async () => {
    const running = await begun()
    running.process.kill('SIGINT')
    running.process.kill('SIGINT')
    await running.ended
    expect(read('race.html')).toContain('belongs to')
    expect(document.parse(JSON.parse(read('out.json'))).reports[0]).toMatchObject({ variant: 'swaps', outcome: 'fail' })
  })

  test('a reader of stdout that has gone takes no file with it', async () => {
    const command = `${process.execPath} dist/harness/cli/main.js run test/fixtures/scenarios/half-good.mjs --variant swaps --reporter terminal,json=${at('out.json')} | head -c 1`
    await execa({ shell: true, cwd: ROOT, reject: false })`${command}`
    expect(document.parse(JSON.parse(read('out.json'))).reports[0]).toMatchObject({ variant: 'swaps', outcome: 'fail' })
  })
})

describe('a file is written whole', () => {
  test('through a link, which stays one', () => {
    writeFileSync(at('real.txt'), 'old')
    symlinkSync(at('real.txt'), at('link.txt'))
    writeWhole(at('link.txt'), 'new')
    expect(read('real.txt')).toBe('new')
    expect(lstatSync(at('link.txt')).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['link.txt', 'real.txt'])
  })

  test('into a pipe, which stays one', async () => {
    await execa('mkfifo', [at('pipe')])
    const reader = execa('cat', [at('pipe')])
    writeWhole(at('pipe'), 'text')
    expect((await reader).stdout).toBe('text')
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
  })

  test('or not at all: a target that cannot be replaced stays as it was', () => {
    symlinkSync(at('nowhere', 'else.txt'), at('dangling'))
    expect(() => writeWhole(at('dangling', 'x.txt'), 'new')).toThrow()
    expect(existsSync(at('nowhere'))).toBe(false)
    expect(readdirSync(folder)).toEqual(['dangling'])
  })
})
