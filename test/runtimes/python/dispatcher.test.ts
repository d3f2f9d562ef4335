// The dispatcher inside an execution of Python: over a socket and a folder, with all faults, as in Node; and its tools that are functions.
import '../../../harness/register.js'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { scenarioBody } from '../../../harness/callers/run-workload.js'
import type { DispatcherSpec, FaultKind } from '../../../harness/core/dispatcher-spec.js'
import type { Execution } from '../../../harness/core/execution.js'
import type { Json } from '../../../harness/core/history.js'
import { DEFAULT_LIMITS, DEFAULT_MODEL } from '../../../harness/core/limits.js'
import { follow, type Policy } from '../../../harness/core/policy.js'
import type { Workload } from '../../../harness/core/workload.js'
import { errorAnswer, idOf, parseRequest, printAnswer } from '../../../harness/dispatchers/messages.js'
import { echo, mockDispatcher, never, oneOf, rejects } from '../../../harness/index.js'
import { createPythonRuntime, type PythonRuntime } from '../../../harness/runtimes/python/index.js'
import inNode from '../../../scenarios/rpc-shared-socket/scenario.js'
import inPython from '../../../scenarios/rpc-shared-socket-python/scenario.js'
import { python } from '../../support/pythons.js'
import { run } from '../../support/run.js'

const CONVERSATIONS = fileURLToPath(new URL('../../fixtures/python/conversations.py', import.meta.url))
const SCENE = fileURLToPath(new URL('../../fixtures/python/served.py', import.meta.url))

const open: PythonRuntime[] = []
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime.close()
})

const start = async (
  spec: DispatcherSpec,
  files: { readonly file: string; readonly variant: string },
): Promise<PythonRuntime> => {
  const runtime = await createPythonRuntime({ python, watchdogMs: 1000, ...files })
  open.push(runtime)
  await runtime.setDispatcher(spec)
  return runtime
}

const executed = (runtime: PythonRuntime, workload: Workload, policy: Policy = follow([])): Promise<Execution> =>
  runtime.execute(runtime.bodyFor(workload), {
    policy,
    ...{ subjectSeed: 0, limits: DEFAULT_LIMITS, model: DEFAULT_MODEL, record: true, native: 'refuse', faults: [] },
  })

const asking = (...ops: readonly string[]): Workload => ({
  callers: [{ name: 'ann', operations: ops.map((op, n) => ({ op, token: `TAG-${n}`, input: { tag: `TAG-${n}` } })) }],
  subjectSeed: 0,
})

const talking = { file: CONVERSATIONS, variant: CONVERSATIONS }

const answersIn = ({ history }: Execution) => history.filter(({ actor, type }) => actor === 'ann' && type !== 'invoke')

const served = (options: Parameters<typeof mockDispatcher>[0]): DispatcherSpec => mockDispatcher({ transport: 'uds', ...options })

/** The fault strikes the first request. */
const struckBy = (fault: FaultKind) =>
  follow([{ at: 'dispatcher|fault fault terminal|1', nth: 1, step: 0, take: fault, index: 1 }])

const told = ({ history }: Execution) =>
  history
    .filter(({ actor }) => actor === 'dispatcher')
    .map(({ type, op, input, output, error, via, inTurn }) => ({ type, op, input, output, error, via, inTurn }))

describe.skipIf(python === '')('the dispatcher behind a socket', () => {
  test.each<FaultKind>(['error', 'duplicate', 'garble', 'disconnect', 'drop', 'half-open', 'crash'])(
    'tells of the fault %s what it tells in Node, for the same client, under the same choice',
    async (fault) => {
      const spec = served({ tools: { terminal: echo() }, faults: [{ fault }] })
      const workload = asking('terminal', 'terminal')
      // As in Node: it goes on with a connection on which it has read what it could not understand, and connects anew where it was cut.
      const client = fault === 'garble' || fault === 'duplicate' ? 'lock-after-connect' : 'fixed'
      const files = { file: inPython.python?.scene ?? '', variant: inPython.python?.variants[client] ?? '' }
      // Five minutes pass until the client in Python gives up where it hears nothing; that in Node waits for ever.
      const ours = await executed(await start(spec, files), workload, struckBy(fault))
      const variant = await inNode.variants.fixed?.()
      const theirs = await run(scenarioBody({ ...inNode, dispatcher: spec }, variant)(workload), struckBy(fault))
      expect(ours.unmet).toEqual([])
      const silent = fault === 'drop' || fault === 'half-open'
      const all = told(theirs)
      expect(told(ours).slice(0, silent ? all.length : undefined)).toEqual(all)
    },
  )

  test('answers with the id of the request, inside a text where it is to, and refuses what it has not got', async () => {
    const tools = { echo: echo(), text: echo(), no: rejects('not today'), hidden: echo() }
    const spec = served({ tools, allow: ['echo', 'text', 'no'], answersBy: { text: 'json-in-string' } })
    const runtime = await start(spec, { file: SCENE, variant: SCENE })
    const execution = await executed(runtime, asking('echo', 'text', 'no', 'hidden'))
    expect(answersIn(execution).map(({ output }) => JSON.parse(String(output)))).toEqual([
      { id: 7, result: { tag: 'TAG-0' } },
      JSON.stringify({ id: 7, result: { tag: 'TAG-1' } }),
      { id: 7, error: { message: 'not today' } },
      { id: 7, error: { message: 'tool "hidden" is not available; available: echo, text, no' } },
    ])
    expect(execution.leftovers.filter(({ actor }) => actor !== 'dispatcher')).toEqual([])
  })

  test('answers whatever it is sent as Node does, and goes on', async () => {
    const lines = [
      '{"tool":[],"id":null}',
      '{"tool":"echo","args":"\\ud800"}',
      '{"tool":"text","args":"\\ud800","id":null}',
      '{"tool":"echo","args":NaN}',
      '{"tool":"echo","args":[-Infinity]}',
      '{"tool":"echo","args":1e999}',
      '{"tool":"told","args":1e999,"id":0}',
      '{"tool":"told","args":"the last","id":[1]}',
    ]
    const tools = { echo: echo(), text: echo(), told: (args: Json) => args }
    const runtime = await start(served({ tools, answersBy: { text: 'json-in-string' } }), { file: SCENE, variant: SCENE })
    const raw: Workload = {
      callers: [{ name: 'ann', operations: [{ op: 'raw', token: 'TAG-0', input: { lines } }] }],
      subjectSeed: 0,
    }
    const execution = await executed(runtime, raw)
    const node = (line: string, text = false): string => {
      const parsed = parseRequest(line)
      const answer = parsed.ok ? { result: parsed.request.args } : errorAnswer(`malformed request: ${parsed.problem}`)
      return printAnswer(answer, idOf(parsed), text ? 'json-in-string' : 'json')
    }
    const anyProblem = (answer: string): string => answer.replace(/(malformed request: not JSON: ).*"\}\}$/, '$1"}}')
    const [{ output } = {}] = answersIn(execution)
    const theirs = lines.map((line, i) => anyProblem(node(line, i === 2)))
    expect((output as string[]).map(anyProblem)).toEqual(theirs)
    expect(execution.leftovers.filter(({ actor }) => actor !== 'dispatcher')).toEqual([])
    expect(execution.history.filter(({ actor, type }) => actor === 'dispatcher' && type === 'invoke')).toHaveLength(8)
  })

  const ANSWER = '{"result":"first"}\n'

  test.each(['one', 'one-at-a-time', 'many'] as const)(
    'answers a client that has ended its own side, also where it lets in %s',
    async (connections) => {
      const spec = served({ tools: { terminal: echo() }, connections, delay: oneOf(50) })
      const execution = await executed(await start(spec, talking), asking('half_closed'))
      expect(answersIn(execution)[0]?.output).toEqual([ANSWER, 'end'])
    },
  )

  test('says nothing to who waits outside', async () => {
    const hears = async (connections: 'one' | 'one-at-a-time') => {
      const runtime = await start(served({ tools: { terminal: echo() }, connections }), talking)
      return answersIn(await executed(runtime, asking('outside')))[0]?.output
    }
    expect(await hears('one')).toEqual([ANSWER, ['', 'silence']])
    expect(await hears('one-at-a-time')).toEqual([ANSWER, ['{"result":"second"}\n', 'silence']])
  })

  test('is nobody who could be spoken to by a child that has gone: a deadlock is one at once', async () => {
    const runtime = await start(served({ tools: { terminal: echo() } }), talking)
    const begunMs = performance.now()
    const { end } = await executed(runtime, asking('stuck_after_a_child'))
    expect(end.kind).toBe('deadlock')
    // Other processes are waited for ten seconds.
    expect(performance.now() - begunMs).toBeLessThan(9000)
  })

  test('serves nobody any more once it has crashed, whatever it had read', async () => {
    const runtime = await start(served({ tools: { terminal: echo() }, delay: oneOf(50), faults: [{ fault: 'crash' }] }), talking)
    const execution = await executed(runtime, asking('two'), struckBy('crash'))
    expect(execution.unmet).toEqual([])
    const events = told(execution).map(({ type, input, error, via }) => [via?.connection, type, input ?? error])
    expect(events.filter(([connection]) => connection === 'c1')).toEqual([
      ['c1', 'invoke', 'first'],
      ['c1', 'invoke', 'behind'],
      ['c1', 'info', 'crash'],
      ['c1', 'info', 'connection closed'],
    ])
    expect(events.filter(([connection, type]) => connection === 'c2' && type !== 'invoke')).toEqual([])
    expect(answersIn(execution)[0]?.output).toEqual([
      ['', expect.stringMatching(/end|reset/)],
      ['', expect.stringMatching(/end|reset/)],
    ])
  })

  test('tells once of what is never answered, where its connection is lost later', async () => {
    const faults = [{ fault: 'disconnect' as const }]
    const spec = served({ tools: { terminal: echo() }, service: 'concurrent', delay: oneOf(0, null), faults })
    const first = { at: 'dispatcher|delay delay terminal|1', nth: 1, step: 0, take: 'never', index: 1 }
    const second = { at: 'dispatcher|fault fault terminal|2', nth: 1, step: 0, take: 'disconnect', index: 1 }
    const execution = await executed(await start(spec, talking), asking('three_in_one'), follow([first, second]))
    expect(execution.unmet).toEqual([])
    const ends = told(execution).filter(({ type }) => type !== 'invoke')
    expect(ends.map(({ type, error }) => [type, error])).toEqual([
      ['info', 'never'],
      ['info', 'disconnect'],
      ['info', 'connection closed'],
    ])
  })

  test('that fails by itself is no finding', async () => {
    const runtime = await start(served({ tools: { echo: { tool: 'unheard-of' } as never } }), { file: SCENE, variant: SCENE })
    await expect(executed(runtime, asking('echo'))).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining("KeyError: 'unheard-of'"),
    })
  })

  test('is no deadlock where an answer never comes: whoever waits for it is given up', async () => {
    const runtime = await start(served({ tools: { echo: echo() }, delay: never() }), { file: SCENE, variant: SCENE })
    const { end, history } = await executed(runtime, asking('echo', 'echo'))
    expect(end.kind).toBe('completed')
    expect(history.map(({ actor, type, error }) => [actor, type, error])).toEqual([
      ['ann', 'invoke', undefined],
      ['dispatcher', 'invoke', undefined],
      ['dispatcher', 'info', 'never'],
      ['ann', 'info', 'no answer, by an injected fault'],
    ])
  })

  test('asks tools that are functions, which are made anew for each execution', async () => {
    const counting = served({
      tools: () => {
        let count = 0
        return {
          count: () => ++count,
          later: async () => 'at once',
          fails: () => {
            throw new Error('out of order')
          },
        }
      },
    })
    const runtime = await start(counting, { file: SCENE, variant: SCENE })
    for (let i = 0; i < 2; i++) {
      const execution = await executed(runtime, asking('count', 'count', 'later', 'fails'))
      expect(answersIn(execution).map(({ output }) => JSON.parse(String(output)))).toEqual([
        { id: 7, result: 1 },
        { id: 7, result: 2 },
        { id: 7, result: 'at once' },
        { id: 7, error: { message: 'out of order' } },
      ])
    }
  })

  test('says so where a tool does not answer at once', async () => {
    const runtime = await start(served({ tools: { slow: () => new Promise(() => {}) } }), { file: SCENE, variant: SCENE })
    for (let i = 0; i < 2; i++)
      await expect(executed(runtime, asking('slow'))).rejects.toMatchObject({ code: 'TOOL_NOT_IMMEDIATE' })
  })
})

describe.skipIf(python === '')('the dispatcher over a folder', () => {
  test.each<[FaultKind | 'none', string | null, string]>([
    ['none', '{"result":{"tag":"TAG-0"}}', 'ok'],
    ['duplicate', '{"result":{"tag":"TAG-0"}}', 'ok ok'],
    ['error', '{"error":{"message":"injected error"}}', 'fail'],
    ['garble', '{"result":', 'info garble'],
    ['drop', null, 'info drop'],
    ['crash', null, 'info crash'],
  ])('answers, with the fault %s', async (fault, answer, events) => {
    const faults = fault === 'none' ? {} : { faults: [{ fault }] }
    const spec = mockDispatcher({ tools: { terminal: echo() }, transport: 'file', ...faults })
    const runtime = await start(spec, { file: SCENE, variant: SCENE })
    const execution = await executed(runtime, asking('terminal'), fault === 'none' ? follow([]) : struckBy(fault))
    expect(answersIn(execution).map(({ output }) => output)).toEqual([answer])
    const ends = told(execution).slice(1)
    expect(ends.map(({ type, error }) => (type === 'info' ? `info ${error}` : type)).join(' ')).toBe(events)
    expect(ends[0]?.via?.connection).toBe('files')
  })

  test('goes on behind what is no request, and behind one whose letters are none', async () => {
    const runtime = await start(mockDispatcher({ tools: { echo: echo() }, transport: 'file' }), { file: SCENE, variant: SCENE })
    const lines = [
      '{"tool":"echo","args":"\u00ff","seq":2}',
      '{"tool":[],"seq":3}',
      '{"tool":"echo","args":NaN,"seq":4}',
      '{"tool":"echo","seq":5}',
    ]
    const raw: Workload = {
      callers: [{ name: 'ann', operations: [{ op: 'raw', token: 'TAG-0', input: { lines } }] }],
      subjectSeed: 0,
    }
    const [{ output } = {}] = answersIn(await executed(runtime, raw))
    expect(output).toEqual(['{"result":"\ufffd"}', '{"result":{}}', 'req_000001'])
  })

  test('keeps nobody who waits for ever from being seen, and gives up who waits for what was swallowed', async () => {
    const runtime = await start(mockDispatcher({ tools: { terminal: echo() }, transport: 'file', delay: never() }), talking)
    const { end, stats } = await executed(runtime, asking('stuck'))
    expect(end).toMatchObject({
      kind: 'deadlock',
      message: expect.stringContaining('ann waits for the lock of conversations.py:stuck'),
    })
    expect(stats.steps).toBeLessThan(100)
    const silent = await executed(runtime, asking('unanswered'))
    expect(silent.end.kind).toBe('completed')
    expect(answersIn(silent).map(({ type, error }) => [type, error])).toEqual([['info', 'no answer, by an injected fault']])
  })

  test('has dealt with a request behind which it crashes', async () => {
    const spec = mockDispatcher({ tools: { raw: echo() }, transport: 'file', faults: [{ fault: 'crash' }] })
    const runtime = await start(spec, { file: SCENE, variant: SCENE })
    const raw: Workload = {
      callers: [{ name: 'ann', operations: [{ op: 'raw', token: 'TAG-0', input: { lines: ['{"tool":"raw","seq":2}'] } }] }],
      subjectSeed: 0,
    }
    const crash = follow([{ at: 'dispatcher|fault fault raw|1', nth: 1, step: 0, take: 'crash', index: 1 }])
    const execution = await executed(runtime, raw, crash)
    expect(execution.unmet).toEqual([])
    const [{ output } = {}] = answersIn(execution)
    expect(output).toEqual(['req_000001'])
  })

  test('names long delays as Node does', async () => {
    const spec = mockDispatcher({ tools: { terminal: echo() }, transport: 'file', delay: oneOf(0, 2_000_000) })
    const runtime = await start(spec, { file: SCENE, variant: SCENE })
    const late = follow([{ at: 'dispatcher|delay delay terminal|1', nth: 1, step: 0, take: '2000000 ms', index: 1 }])
    expect((await executed(runtime, asking('terminal'), late)).unmet).toEqual([])
  })
})
