// Without what the probes look for: what has another way is done in that way, what has none is refused by name, and the tests hold.
import { execaNode } from 'execa'
import { expect, test } from 'vitest'
import { PROBE_NAMES, PROBES, type Probe } from '../../../harness/core/probes.js'
import { runTests } from '../../nodes/vitest-results.js'
import { ROOT, startCrosswire } from '../../support/crosswire.js'

const TIMEOUT_MS = 600_000
const IN_ONE_PROCESS = ['--no-isolate', '--maxWorkers=1']

/** All that is done in another way; the rest is refused. */
const ANOTHER_WAY = PROBE_NAMES.filter((name) => !(PROBES[name] as Probe).refuses)

test('without any of it the tests of what needs no files, sockets and compression pass', { timeout: TIMEOUT_MS }, async () => {
  const { passed, failed, skipped } = await runTests(
    process.execPath,
    {
      files: ['kernel', 'intercept', 'refuse.test', 'imports', 'surroundings']
        .map((name) => `test/runtimes/node/${name}`)
        .concat('test/parity/timers/scripts', 'test/parity/ports', 'test/parity/loop-model.test.ts'),
      // Each is slow with a turn of the loop for each step, or spends a patience that a process has once.
      without: ['kernel/determinism.test', 'kernel/outside.test'],
      options: IN_ONE_PROCESS,
    },
    { CROSSWIRE_WITHOUT: 'all' },
  )
  expect(failed).toEqual([])
  expect(skipped.filter((name) => !name.endsWith('where Node has it')).sort()).toEqual(SKIPPED)
  expect(passed).toBeGreaterThan(250)
})

/** They have a file or a socket in them, or look at what events of ports carry. */
const SKIPPED = [
  'a port that is transferred arrives as a new one, and talks to the old one’s peer the calmest schedule shows the events of real Node',
  'destroy(), then setImmediate, in an I/O callback the immediate comes before the close event, on real Node and always',
  'the first load is waited for and named, the next execution is an ordinary one (recorded: false)',
  'the first load is waited for and named, the next execution is an ordinary one (recorded: true)',
  'the time-outs of fetch fire in every execution, whatever the one before has left',
]

test('files, sockets and compression are under control without all that has another way', { timeout: TIMEOUT_MS }, async () => {
  const { passed, failed, skipped } = await runTests(
    process.execPath,
    {
      files: ['net/', 'fs-', 'child-process', 'native'].map((name) => `test/runtimes/node/${name}`).concat('test/parity/fs/'),
      without: ['fs-process.test', 'net/packages.test'],
      options: IN_ONE_PROCESS,
    },
    { CROSSWIRE_WITHOUT: ANOTHER_WAY.join() },
  )
  expect(failed).toEqual([])
  expect(skipped).toEqual(['a response that nobody reads moves nothing when it is collected'])
  expect(passed).toBeGreaterThan(250)
})

test('what has no other way is refused by name and place, synchronous work goes on', async () => {
  const { stdout } = await execaNode('test/fixtures/probes/refused.ts', {
    cwd: ROOT,
    nodeOptions: ['--import', 'tsx'],
    env: { CROSSWIRE_WITHOUT: 'all' },
  })
  const told: Readonly<Record<string, string>> = JSON.parse(stdout)
  const refused = Object.fromEntries(
    Object.entries(told).map(([what, said]) => [
      what,
      /^REAL_IO_ESCAPED: (.+) at test\/fixtures\/probes\/refused\.ts:\d+/.exec(said)?.[1],
    ]),
  )
  expect(refused).toEqual({
    'a file by promise': 'fs.promises.readFile',
    'a file by callback': 'fs.stat',
    'a connection': 'net.connect',
    'a server': 'net.Server.listen',
    'a look-up': 'dns.lookup',
    'a child program': 'child_process.spawn program',
    compression: 'zlib.gzip',
    'a file at once': undefined,
    outside: undefined,
  })
  expect(told).toMatchObject({ 'a file at once': 'completed', outside: '{' })
})

test('doctor shows of each what is done, and ends with 4 where something is refused', async () => {
  const shown = async (env: Record<string, string>) => {
    const { stdout, exitCode } = await startCrosswire(['doctor', '--json'], env).ended
    const { findings } = JSON.parse(stdout) as { findings: { what: string; says: string; fine: boolean }[] }
    return { exitCode, findings: findings.filter(({ what }) => what in PROBES) }
  }
  const expected = (has: boolean) =>
    PROBE_NAMES.map((name): object => {
      const { has: says, lacks, refuses = false }: Probe = PROBES[name]
      return { what: name, says: has ? says : lacks, fine: has || !refuses }
    })
  expect(await shown({})).toEqual({ exitCode: 0, findings: expected(true) })
  expect(await shown({ CROSSWIRE_WITHOUT: 'all' })).toEqual({ exitCode: 4, findings: expected(false) })
})

test('a scenario over sockets says what is missing, with the exit code of what nothing can be said about', async () => {
  const { exitCode, stdout, stderr, left } = await startCrosswire(['run', 'rpc-shared-socket', '--variant', 'fixed'], {
    CROSSWIRE_WITHOUT: 'all',
  }).ended
  expect(stdout + stderr).toContain('REAL_IO_ESCAPED')
  expect([exitCode, left]).toEqual([4, []])
})

test('a name that is not looked for is an error of its user', async () => {
  for (const args of [['doctor'], ['run', 'rpc-shared-socket', '--variant', 'fixed']]) {
    const { exitCode, stderr } = await startCrosswire(args, { CROSSWIRE_WITHOUT: 'drain,drains' }).ended
    expect(stderr).toContain('BAD_OPTION: CROSSWIRE_WITHOUT names what is not looked for: drains')
    expect(exitCode).toBe(2)
  }
})
