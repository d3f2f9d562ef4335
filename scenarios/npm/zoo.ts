// Where the published races come from: package, versions, and who has reported it.

/** A published race, as the table of `crosswire zoo` names it. */
export interface Published {
  readonly package: string
  /** The version that has it. */
  readonly faulty: string
  /** A later one that does not; `null`: none is known. */
  readonly fixed: string | null
  readonly source: string
  /** The names under which both versions are installed here. */
  readonly installed: readonly string[]
}

/** By scenario. One whose package has no version without the race has either a variant that uses it rightly, or none that passes. */
export const ZOO: Readonly<Record<string, Published>> = {
  'npm/mcp-sdk-shared-transport': {
    package: '@modelcontextprotocol/sdk',
    faulty: '1.25.3',
    fixed: '1.26.0',
    source: 'GHSA-345p-7cg4-v4c7',
    installed: ['mcp-sdk-faulty', 'mcp-sdk-fixed'],
  },
  'npm/mcp-server-memory-2579': {
    package: '@modelcontextprotocol/server-memory',
    faulty: '2026.8.31',
    fixed: null,
    source: 'modelcontextprotocol/servers#2579',
    installed: ['mcp-server-memory-faulty'],
  },
  'npm/vscode-jsonrpc-1474': {
    package: 'vscode-jsonrpc',
    faulty: '8.2.0',
    fixed: '8.2.1',
    source: 'microsoft/vscode-languageserver-node#1474',
    installed: ['vscode-jsonrpc-faulty', 'vscode-jsonrpc-fixed'],
  },
  'npm/ioredis-800': {
    package: 'ioredis',
    faulty: '4.16.0',
    fixed: '4.17.0',
    source: 'redis/ioredis#800',
    installed: ['ioredis-faulty', 'ioredis-fixed'],
  },
  'npm/tarn-61': {
    package: 'tarn',
    faulty: '3.0.1',
    fixed: '3.0.2',
    source: 'Vincit/tarn.js#61',
    installed: ['tarn-faulty', 'tarn-fixed'],
  },
  'npm/socketio-4136': {
    package: 'socket.io',
    faulty: '4.3.1',
    fixed: '4.3.2',
    source: 'socketio/socket.io#4136',
    installed: ['socket.io-faulty', 'socket.io-fixed', 'socket.io-client'],
  },
  'npm/lru-cache-388': {
    package: 'lru-cache',
    faulty: '11.2.1',
    fixed: '11.2.2',
    source: 'isaacs/node-lru-cache#388',
    installed: ['lru-cache-faulty', 'lru-cache-fixed'],
  },
  'npm/cacheable-888': {
    package: 'cacheable',
    faulty: '1.8.3',
    fixed: '1.8.4',
    source: 'jaredwray/cacheable#888',
    installed: ['cacheable-faulty', 'cacheable-fixed'],
  },
  'npm/cacheable-888-invalidate': {
    package: 'cacheable',
    faulty: '2.5.0',
    fixed: null,
    source: 'own observation',
    installed: ['cacheable-invalidate-faulty'],
  },
  'npm/swr-cache-48': {
    package: 'stale-while-revalidate-cache',
    faulty: '3.4.0',
    fixed: '3.4.2',
    source: 'jperasmus/stale-while-revalidate-cache#48',
    installed: ['stale-while-revalidate-cache-faulty', 'stale-while-revalidate-cache-fixed'],
  },
  'npm/dataloader-97': {
    package: 'dataloader',
    faulty: '1.4.0',
    fixed: '2.0.0',
    source: 'graphql/dataloader#97',
    installed: ['dataloader-faulty', 'dataloader-fixed'],
  },
  'npm/express-session-lost-update': {
    package: 'express-session',
    faulty: '1.19.0',
    fixed: null,
    source: 'documented limitation of expressjs/session',
    installed: ['express-session-faulty', 'express'],
  },
  'npm/session-file-store-55': {
    package: 'session-file-store',
    faulty: '1.0.0',
    fixed: null,
    source: 'valery-barysok/session-file-store#55',
    installed: ['session-file-store-faulty', 'session-file-store-fixed', 'express', 'express-session'],
  },
  'npm/async-mutex-52': {
    package: 'async-mutex',
    faulty: '0.3.2',
    fixed: '0.4.0',
    source: 'DirtyHairy/async-mutex#52',
    installed: ['async-mutex-faulty', 'async-mutex-fixed'],
  },
  'npm/write-file-atomic-queue': {
    package: 'write-file-atomic',
    faulty: '2.1.0',
    fixed: '2.3.0',
    source: 'order of two overlapping writes, bisected over releases',
    installed: ['write-file-atomic-faulty', 'write-file-atomic-fixed'],
  },
  'npm/mkdirp-2': {
    package: 'mkdirp',
    faulty: '0.0.3',
    fixed: '0.0.6',
    source: 'NodeRacer benchmark MKD',
    installed: ['mkdirp-faulty', 'mkdirp-fixed'],
  },
  'npm/get-port-23': {
    package: 'get-port',
    faulty: '4.2.0',
    fixed: '5.1.1',
    source: 'sindresorhus/get-port#23',
    installed: ['get-port-faulty', 'get-port-fixed'],
  },
}
