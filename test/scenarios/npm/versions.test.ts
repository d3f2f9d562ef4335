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

test('each race has its two versions, pinned', () => {
  expect(pairs.map(({ name, spec }) => `${name} ${spec}`)).toEqual([
    'ioredis-faulty npm:ioredis@4.16.0',
    'ioredis-fixed npm:ioredis@4.17.0',
    'mcp-sdk-faulty npm:@modelcontextprotocol/sdk@1.25.3',
    'mcp-sdk-fixed npm:@modelcontextprotocol/sdk@1.26.0',
    'vscode-jsonrpc-faulty npm:vscode-jsonrpc@8.2.0',
    'vscode-jsonrpc-fixed npm:vscode-jsonrpc@8.2.1',
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
