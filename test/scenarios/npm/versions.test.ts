// The published packages are those that the scenarios speak of, unmodified and out of the way of whoever uses the harness.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const json = (url: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(new URL(url, import.meta.url), 'utf8'))

const workspace = json('../../../scenarios/npm/package.json')
const root = json('../../../package.json')
const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))

const pairs = Object.entries(workspace.dependencies ?? {})
  .filter(([name]) => /-(faulty|fixed)$/.test(name))
  .map(([name, spec]) => ({
    name,
    spec,
    ...(/^npm:(?<real>.+)@(?<version>[\d.]+)$/.exec(spec)?.groups as { real: string; version: string }),
  }))

test('each race has its versions, pinned: the one that has it, and the one that does not where there is one', () => {
  expect(pairs.map(({ name, spec }) => `${name} ${spec}`)).toEqual([
    'async-mutex-faulty npm:async-mutex@0.3.2',
    'async-mutex-fixed npm:async-mutex@0.4.0',
    'cacheable-faulty npm:cacheable@1.8.3',
    'cacheable-fixed npm:cacheable@1.8.4',
    'cacheable-invalidate-faulty npm:cacheable@2.5.0',
    'dataloader-faulty npm:dataloader@1.4.0',
    'dataloader-fixed npm:dataloader@2.0.0',
    'express-session-faulty npm:express-session@1.19.0',
    'get-port-faulty npm:get-port@4.2.0',
    'get-port-fixed npm:get-port@5.1.1',
    'ioredis-faulty npm:ioredis@4.16.0',
    'ioredis-fixed npm:ioredis@4.17.0',
    'lru-cache-faulty npm:lru-cache@11.2.1',
    'lru-cache-fixed npm:lru-cache@11.2.2',
    'mcp-sdk-faulty npm:@modelcontextprotocol/sdk@1.25.3',
    'mcp-sdk-fixed npm:@modelcontextprotocol/sdk@1.26.0',
    'mcp-server-memory-faulty npm:@modelcontextprotocol/server-memory@2026.8.31',
    'mkdirp-faulty npm:mkdirp@0.0.3',
    'mkdirp-fixed npm:mkdirp@0.0.6',
    'session-file-store-faulty npm:session-file-store@1.0.0',
    'session-file-store-fixed npm:session-file-store@1.1.1',
    'socket.io-faulty npm:socket.io@4.3.1',
    'socket.io-fixed npm:socket.io@4.3.2',
    'stale-while-revalidate-cache-faulty npm:stale-while-revalidate-cache@3.4.0',
    'stale-while-revalidate-cache-fixed npm:stale-while-revalidate-cache@3.4.2',
    'tarn-faulty npm:tarn@3.0.1',
    'tarn-fixed npm:tarn@3.0.2',
    'vscode-jsonrpc-faulty npm:vscode-jsonrpc@8.2.0',
    'vscode-jsonrpc-fixed npm:vscode-jsonrpc@8.2.1',
    'write-file-atomic-faulty npm:write-file-atomic@2.1.0',
    'write-file-atomic-fixed npm:write-file-atomic@2.3.0',
  ])
})

test.each(pairs)('$name is $real $version, locked by its checksum', ({ name, real, version }) => {
  const [folder] =
    createRequire(import.meta.url)
      .resolve.paths(name)
      ?.map((path) => `${path}/${name}/package.json`)
      .filter(readable) ?? []
  expect(JSON.parse(readFileSync(folder as string, 'utf8'))).toMatchObject({ name: real, version })
  expect(lock.packages[`node_modules/${name}`]).toMatchObject({
    name: real,
    version,
    integrity: expect.stringMatching(/^sha512-/),
  })
})

test('users of the harness do not get them', () => {
  const shipped = Object.keys({ ...root.dependencies, ...root.peerDependencies, ...root.optionalDependencies })
  expect(shipped.filter((name) => /-(faulty|fixed)$/.test(name))).toEqual([])
  expect(workspace).toMatchObject({ private: true })
})

const readable = (path: string): boolean => {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}
