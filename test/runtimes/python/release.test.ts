// Releases of Python packages, fetched by the real pip: from a folder of wheels that the test makes, which is an index of its own.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstInterpreter } from '../../../harness/runtimes/python/index.js'
import { fetchRelease, type Release } from '../../../harness/runtimes/python/releases/release.js'

const interpreter = await firstInterpreter()
const hasPip =
  interpreter !== null && (await execa(interpreter.path, ['-m', 'pip', '--version'], { reject: false })).exitCode === 0
if (!hasPip) console.warn('SKIPPED: no Python with pip is there, so that releases are not fetched')
const python = interpreter?.path ?? ''

const dir = mkdtempSync(join(tmpdir(), 'crosswire-releases-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const wheels = join(dir, 'wheels')
const WHEEL = 'cw_subject-1.2.0-py3-none-any.whl'

let release: Release
beforeAll(async () => {
  if (!hasPip) return
  const parts = join(dir, 'parts')
  const files = {
    'cw_subject/__init__.py': 'ANSWER = 42\n',
    'cw_subject-1.2.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: cw-subject\nVersion: 1.2.0\n',
    'cw_subject-1.2.0.dist-info/WHEEL': 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    'cw_subject-1.2.0.dist-info/RECORD': '',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(parts, name, '..'), { recursive: true })
    writeFileSync(join(parts, name), text)
  }
  mkdirSync(wheels)
  const folders = readdirSync(parts)
  await execa(python, ['-m', 'zipfile', '-c', join(wheels, WHEEL), ...folders], { cwd: parts })
  const sha256 = createHash('sha256')
    .update(readFileSync(join(wheels, WHEEL)))
    .digest('hex')
  release = { name: 'cw-subject', version: '1.2.0', sha256 }
})

const from = (cache: string) => ({
  python,
  env: { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: wheels, CROSSWIRE_CACHE: join(dir, cache) },
})
const refusal = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe.runIf(hasPip)('a release', () => {
  test('is unpacked once, and found from then on without an index', async () => {
    const place = await fetchRelease(release, from('once'))
    expect(readFileSync(join(place, 'cw_subject/__init__.py'), 'utf8')).toBe('ANSWER = 42\n')
    const nowhere = { ...from('once'), python: '/nonexistent' }
    expect(await fetchRelease(release, nowhere)).toBe(place)
  })

  test('may be asked for by several at a time: it is there as a whole, and nothing else is left', async () => {
    // What a killed one has left goes with it.
    const left = join(dir, 'crowd/releases/fetching-old')
    mkdirSync(left, { recursive: true })
    utimesSync(left, 1, 1)
    const places = await Promise.all([1, 2, 3].map(() => fetchRelease(release, from('crowd'))))
    expect(new Set(places).size).toBe(1)
    expect(readdirSync(join(dir, 'crowd/releases'))).toHaveLength(1)
  })

  test('is fetched by pip itself into an absolute place, whatever lies in the working directory', async () => {
    const project = join(dir, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'pip.py'), 'raise SystemExit("not meant")\n')
    const before = process.cwd()
    process.chdir(project)
    try {
      const { env } = from('once')
      const place = await fetchRelease(release, { python, env: { ...env, CROSSWIRE_CACHE: 'here' } })
      expect(place.startsWith(join(realpathSync(project), 'here'))).toBe(true)
      expect(readFileSync(join(place, 'cw_subject/__init__.py'), 'utf8')).toBe('ANSWER = 42\n')
    } finally {
      process.chdir(before)
    }
  })

  test('that is another file than its checksum says is not used, and not kept', async () => {
    const other = { ...release, sha256: '0'.repeat(64) }
    const error = await refusal(fetchRelease(other, from('altered')))
    expect(error).toMatchObject({ code: 'SOURCE_MISSING', fault: 'usage' })
    expect(String(error)).toContain(`found:    sha256 ${release.sha256}`)
    expect(readdirSync(join(dir, 'altered/releases'))).toEqual([])
  })

  test('that no index has is told with the last words of pip', async () => {
    const error = await refusal(fetchRelease({ ...release, version: '9.9.9' }, from('none')))
    expect(error).toMatchObject({ code: 'RELEASE_MISSING', fault: 'driver' })
    expect(String(error)).toMatch(/cw-subject 9\.9\.9 cannot be fetched\n.*No matching distribution found/s)
    expect(readdirSync(join(dir, 'none/releases'))).toEqual([])
  })
})
