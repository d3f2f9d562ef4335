// WebAssembly compiles at once inside an execution.
import { expect, test } from 'vitest'
import { inside } from '../../../support/inside.js'
import { run } from '../../../support/run.js'

interface Wasm {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(
    source: object,
    imports?: object,
  ): Promise<{ exports: { f?: () => number } } & { module?: object; instance?: { exports: { f?: () => number } } }>
  compileStreaming(source: unknown): Promise<object>
  Module: new (bytes: Uint8Array) => object
}
const wasm = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly

/** (module (func (export "f") (result i32) i32.const 42)) */
const BYTES = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 6, 1, 4, 0, 65, 42, 11,
])

const use = async () => {
  const module = await wasm.compile(BYTES)
  const { exports } = await wasm.instantiate(module)
  const both = await wasm.instantiate(BYTES, {})
  return [module instanceof wasm.Module, exports.f?.(), both.instance?.exports.f?.(), both.module instanceof wasm.Module]
}

test('compile and instantiate settle within one step', async () => {
  expect(await use()).toEqual([true, 42, 42, true])
  expect(await inside(use)).toEqual([true, 42, 42, true])
  expect((await run(use)).stats.steps).toBe(0)
})

test('what is no module is refused as Node refuses it, by a rejection', async () => {
  const tell = async () => {
    const attempts = [wasm.compile(Uint8Array.of(1, 2, 3, 4)), wasm.instantiate(Uint8Array.of(1)), wasm.compile('text' as never)]
    const settled = await Promise.allSettled(attempts)
    return settled.map((outcome) =>
      outcome.status === 'rejected' ? `${outcome.reason.name} ${outcome.reason.message}` : 'compiled',
    )
  }
  const onNode = await tell()
  expect(onNode[0]).toMatch(/^CompileError WebAssembly\.compile\(\)/)
  expect(await inside(tell)).toEqual(onNode)
})

test('streaming forms are refused by name', async () => {
  const body = () => wasm.compileStreaming(new Response(BYTES, { headers: { 'content-type': 'application/wasm' } }))
  await expect(run(body)).rejects.toMatchObject({ code: 'REAL_IO_ESCAPED' })
})
