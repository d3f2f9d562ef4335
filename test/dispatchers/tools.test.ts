// Tools: four kinds of data, and functions that must answer at once.
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { HarnessError } from '../../harness/core/errors.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { constant, echo, rejects, table } from '../../harness/dispatchers/tools.js'
import { connect, serve } from './bench.js'

const answers = async (tools: Parameters<typeof mockDispatcher>[0]['tools'], ...requests: object[]) => {
  const { address } = await serve(mockDispatcher({ tools }))
  const client = await connect(address)
  client.send(...requests)
  return client.next(requests.length)
}

describe('tools', () => {
  it('echo, reject, say a constant, look up a table', async () => {
    const tools = {
      terminal: echo(),
      fail: rejects('no such file'),
      now: constant([1, null]),
      read: table('path', { a: 'A', n: null }),
    }
    const requests = [
      { tool: 'terminal', args: { command: 'echo TAG-1' } },
      { tool: 'fail' },
      { tool: 'now', args: {} },
      { tool: 'read', args: { path: 'a' } },
      { tool: 'read', args: { path: 'n' } },
      { tool: 'read', args: { path: 'toString' } },
      { tool: 'read', args: null },
    ]
    expect(await answers(tools, ...requests)).toEqual([
      { result: { command: 'echo TAG-1' } },
      { error: { message: 'no such file' } },
      { result: [1, null] },
      { result: 'A' },
      { result: null },
      { error: { message: 'read knows nothing of path "toString"' } },
      { error: { message: 'read knows nothing of path ""' } },
    ])
  })

  it('written as functions answer at once, promises and errors included, and count requests', async () => {
    const tools = {
      sum: (args: unknown, { seq, connection }: { seq: number; connection: string }) => [args, seq, connection] as never,
      later: async (args: unknown) => {
        for (let i = 0; i < 200; i++) await null
        return args as never
      },
      bad: () => {
        throw new Error('broken')
      },
      worse: async () => Promise.reject(new Error('broken later')),
      nothing: () => undefined as never,
    }
    const requests = ['sum', 'later', 'bad', 'worse', 'nothing', 'sum'].map((tool) => ({ tool, args: { a: 1 } }))
    expect(await answers(tools, ...requests)).toEqual([
      { result: [{ a: 1 }, 1, 'c1'] },
      { result: { a: 1 } },
      { error: { message: 'broken' } },
      { error: { message: 'broken later' } },
      { result: null },
      { result: [{ a: 1 }, 6, 'c1'] },
    ])
  })

  it('that wait for a timer are TOOL_NOT_IMMEDIATE, and so is one that never settles', async () => {
    for (const slow of [
      () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 5)),
      () => new Promise<null>(() => {}),
    ]) {
      let failed: (error: HarnessError) => void = () => {}
      const failure = new Promise<HarnessError>((resolve) => {
        failed = resolve
      })
      const { address } = await serve(mockDispatcher({ tools: { slow } }), {}, { onFailure: failed })
      const client = await connect(address)
      client.send({ tool: 'slow' })
      expect(await failure).toMatchObject({ code: 'TOOL_NOT_IMMEDIATE', message: expect.stringContaining('slow') })
    }
  })

  it('that settle in a later step are TOOL_NOT_IMMEDIATE even before the next immediate', async () => {
    let step = 0
    const tool = async () => {
      await Promise.resolve()
      step++
      return null
    }
    let failed: (error: HarnessError) => void = () => {}
    const failure = new Promise<HarnessError>((resolve) => {
      failed = resolve
    })
    const { address } = await serve(mockDispatcher({ tools: { tool } }), {}, { onFailure: failed, step: () => step })
    const client = await connect(address)
    client.send({ tool: 'tool' })
    expect(await failure).toMatchObject({ code: 'TOOL_NOT_IMMEDIATE' })
  })

  it('with state are made anew for each dispatcher', async () => {
    const tools = () => {
      let n = 0
      return { count: () => ++n }
    }
    expect(await answers(tools, { tool: 'count' }, { tool: 'count' })).toEqual([{ result: 1 }, { result: 2 }])
    expect(await answers(tools, { tool: 'count' })).toEqual([{ result: 1 }])
  })

  it('outside the allow list, unknown ones and requests that cannot be read are answered in band', async () => {
    const { address, events } = await serve(mockDispatcher({ tools: { terminal: echo(), secret: echo() }, allow: ['terminal'] }))
    const client = await connect(address)
    client.send(
      { tool: 'secret', id: 1 },
      { tool: 'toString' },
      '{"tool":\n',
      '[]\n',
      { args: {}, id: 'x' },
      { tool: 'terminal' },
    )
    expect(await client.next(6)).toMatchInlineSnapshot(`
      [
        {
          "error": {
            "message": "tool "secret" is not available; available: terminal",
          },
          "id": 1,
        },
        {
          "error": {
            "message": "tool "toString" is not available; available: terminal",
          },
        },
        {
          "error": {
            "message": "malformed request: not JSON: Unexpected end of JSON input",
          },
        },
        {
          "error": {
            "message": "malformed request: not a JSON object",
          },
        },
        {
          "error": {
            "message": "malformed request: no tool is named",
          },
          "id": "x",
        },
        {
          "result": {},
        },
      ]
    `)
    expect(events.filter(({ type }) => type === 'fail')).toHaveLength(5)
    expect(events.find(({ op }) => op === 'malformed request')).toMatchObject({ type: 'invoke', input: '{"tool":' })
    client.socket.end()
    await once(client.socket, 'close')
  })
})
