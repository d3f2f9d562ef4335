// vscode-jsonrpc over the standard streams of a child program: three requests under way, one of them cancelled by its caller.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node'
import type { World } from '../../../harness/index.js'
import type { PackageProgram } from '../tour.js'
import { trio } from './trio.js'

type Program = Parameters<World['program']>[1]

const languageServer: Program = ({ stdin, stdout, exit }) => {
  const connection = createMessageConnection(new StreamMessageReader(stdin), new StreamMessageWriter(stdout))
  connection.onRequest('hover', async ({ symbol }: { symbol: string }) => {
    await sleep(symbol.length % 3)
    return { symbol }
  })
  connection.onNotification('exit', () => exit())
  connection.listen()
}

export const program: PackageProgram = {
  name: 'vscode-jsonrpc, standard streams',
  async body({ together, call, program }) {
    program('language-server', languageServer)
    const child = spawn('language-server', ['--stdio'])
    const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin))
    connection.listen()

    await together(
      trio(async (name) => {
        for (let i = 0; i < 2; i++) await call(name, 'hover', (token) => connection.sendRequest('hover', { symbol: token }))
      }),
    )

    await connection.sendNotification('exit')
    await once(child, 'close')
    connection.dispose()
  },
}
