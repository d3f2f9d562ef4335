// The file protocol against a real directory.
import { watch } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DispatcherSpec } from '../../harness/core/dispatcher-spec.js'
import { mockDispatcher } from '../../harness/dispatchers/mock-dispatcher.js'
import { echo } from '../../harness/dispatchers/tools.js'
import { brief, serve } from './bench.js'

const open = async (options: Partial<Parameters<typeof mockDispatcher>[0]> = {}, script: Record<string, string[]> = {}) => {
  const spec: DispatcherSpec = mockDispatcher({ tools: { terminal: echo(), slow: echo() }, transport: 'file', ...options })
  const bench = await serve(spec, script)
  if (bench.address.transport !== 'file') throw new Error('not a directory')
  return { ...bench, dir: bench.address.dir }
}
const put = async (dir: string, name: string, content: unknown): Promise<void> => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await fs.writeFile(path.join(dir, `${name}.tmp`), text)
  await fs.rename(path.join(dir, `${name}.tmp`), path.join(dir, name))
}
const request = (seq: unknown, tag: string, tool = 'terminal') => ({ tool, args: { tag }, seq })
const listing = async (dir: string): Promise<string[]> => (await fs.readdir(dir)).sort()

/** The names in the directory once `done` holds; looks again whenever something there changes. */
const until = async (dir: string, done: (names: string[]) => boolean): Promise<string[]> => {
  const watcher = watch(dir)
  try {
    for (;;) {
      const changed = new Promise((resolve) => watcher.once('change', resolve))
      const names = await listing(dir)
      if (done(names)) return names
      await changed
    }
  } finally {
    watcher.close()
  }
}
const answer = async (dir: string, name: string): Promise<unknown> => {
  await until(dir, (names) => names.includes(name))
  return JSON.parse(Buffer.from(await fs.readFile(path.join(dir, name), 'utf8'), 'base64').toString('utf8'))
}
/** The requests are gone only after their answers are there. */
const served = (names: string[]): boolean => !names.some((name) => name.startsWith('req_'))

describe('the file protocol', () => {
  it('answers under the seq inside the request, in base64, and removes the request', async () => {
    const { dir, events } = await open()
    await put(dir, 'req_000007', request(3, 'é漢'))
    expect(await answer(dir, 'res_000003')).toEqual({ result: { tag: 'é漢' } })
    expect(await until(dir, served)).toEqual(['res_000003'])
    expect(events.map(brief)).toEqual(['invoke terminal files/1', 'ok terminal files/1'])
  })

  it('serves in the order of the names, and two requests with one seq overwrite one answer', async () => {
    const { dir, events } = await open()
    await put(dir, 'req_000002', request(5, 'second'))
    await put(dir, 'req_000001', request(5, 'first'))
    await until(dir, served)
    expect(events.filter(({ type }) => type === 'invoke').map(({ input }) => input)).toEqual([
      { tag: 'first' },
      { tag: 'second' },
    ])
    expect(await answer(dir, 'res_000005')).toEqual({ result: { tag: 'second' } })
  })

  it('removes malformed requests without an answer and leaves everything else alone', async () => {
    const { dir, events } = await open()
    const others = ['req_000004.tmp', 'notes', 'req_1', 'res_000009']
    for (const name of others) await fs.writeFile(path.join(dir, name), JSON.stringify(request(4, 'x')))
    await fs.mkdir(path.join(dir, 'req_000000'))
    await put(dir, 'req_000001', '{"tool":')
    await put(dir, 'req_000002', { tool: 'terminal', args: {} })
    await put(dir, 'req_000003', request('3', 'text'))
    await put(dir, 'req_000006', request(6, 'good'))
    expect(await answer(dir, 'res_000006')).toEqual({ result: { tag: 'good' } })
    const names = await until(dir, (all) => !all.includes('req_000006'))
    expect(names).toEqual(['notes', 'req_000000', 'req_000004.tmp', 'req_1', 'res_000006', 'res_000009'])
    expect(events.filter(({ type }) => type === 'fail').map(({ error }) => error)).toEqual([
      'malformed request: not JSON: Unexpected end of JSON input',
      'malformed request: no seq',
      'malformed request: no seq',
    ])
  })

  it('in turn waits for a slow request, at once does not', async () => {
    for (const [service, first] of [
      ['fifo', 'slow'],
      ['concurrent', 'terminal'],
    ] as const) {
      const { dir, events } = await open({ service, delays: { slow: 30 } })
      await fs.writeFile(path.join(dir, 'req_000001.tmp'), JSON.stringify(request(1, 'a', 'slow')))
      await fs.writeFile(path.join(dir, 'req_000002.tmp'), JSON.stringify(request(2, 'b')))
      // One after the other without a listing between them: both renames are in one turn.
      await Promise.all([1, 2].map((n) => fs.rename(path.join(dir, `req_00000${n}.tmp`), path.join(dir, `req_00000${n}`))))
      await until(dir, served)
      expect(events.find(({ type }) => type === 'ok')?.op).toBe(first)
    }
  })

  it('drops an answer where that was chosen, and goes on', async () => {
    const { dir } = await open({ faults: [{ fault: 'drop' }] }, { 'fault terminal': ['drop'] })
    await put(dir, 'req_000001', request(1, 'lost'))
    await put(dir, 'req_000002', request(2, 'kept'))
    expect(await answer(dir, 'res_000002')).toEqual({ result: { tag: 'kept' } })
    expect(await until(dir, served)).toEqual(['res_000002'])
  })

  it('puts what is no answer into the file of one where that was chosen', async () => {
    const { dir } = await open({ faults: [{ fault: 'garble' }] }, { 'fault terminal': ['garble'] })
    await put(dir, 'req_000001', request(1, 'lost'))
    await until(dir, served)
    const text = await fs.readFile(path.join(dir, 'res_000001'), 'utf8')
    expect(Buffer.from(text, 'base64').toString()).toBe('{"result":')
  })

  it('never shows half an answer: a mebibyte is whole as soon as it is there', async () => {
    const { dir } = await open()
    const tag = 'é'.repeat(1 << 19)
    await put(dir, 'req_000001', request(1, tag))
    expect(await answer(dir, 'res_000001')).toEqual({ result: { tag } })
  })

  it('survives that its directory is removed', async () => {
    const { dir } = await open()
    await fs.rm(dir, { recursive: true })
    await fs.mkdir(dir)
    await put(dir, 'req_000001', request(1, 'again'))
    expect(await answer(dir, 'res_000001')).toEqual({ result: { tag: 'again' } })
  })
})
