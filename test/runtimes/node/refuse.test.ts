// What cannot be simulated says so by name, whatever the subject does with the error; outside of executions it works as ever.
import childProcess, { spawn, spawnSync } from 'node:child_process'
import dgram from 'node:dgram'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { promisify } from 'node:util'
import workerThreads from 'node:worker_threads'
import { expect, test } from 'vitest'
import { isWithout } from '../../../harness/runtimes/node/without.js'
import { run } from '../../support/run.js'

const refused: readonly (readonly [name: string, act: () => unknown])[] = [
  ['child_process.spawn ls', () => spawn('ls')],
  ['child_process.spawn /bin/sh', () => spawn('echo hello', { shell: '/bin/sh' })],
  ['child_process.exec', () => childProcess.exec('true')],
  ['child_process.execFile', () => childProcess.execFile('true')],
  ['child_process.fork', () => childProcess.fork('module.js')],
  ['child_process.spawnSync', () => spawnSync('true')],
  ['child_process.execSync', () => childProcess.execSync('true')],
  ['child_process.execFile', () => promisify(childProcess.exec)('true')],
  ['process.kill', () => process.kill(process.pid, 'SIGUSR2')],
  ['tls.connect', () => tls.connect(443, 'localhost')],
  ['tls.connect', () => https.get('https://localhost/').on('error', () => {})],
  ['tls.TLSSocket', () => new tls.TLSSocket(new net.Socket())],
  ['tls.Server.listen', () => tls.createServer().listen(0)],
  ['dgram.createSocket', () => dgram.createSocket('udp4')],
  ['http2.connect', () => http2.connect('http://localhost')],
  ['http2.createServer', () => http2.createServer()],
  ['worker_threads.Worker', () => new workerThreads.Worker('', { eval: true })],
  ['net.Server.listen on a handle of the system', () => net.createServer().listen({ fd: 0 })],
]

test.each(refused)('%s is refused', async (called, act) => {
  // Where no server can listen, that is what is said.
  const name = isWithout('sockets') ? called.replace(/^(net|tls)\.Server\.listen.*/, 'net.Server.listen') : called
  const execution = run(async () => {
    try {
      await act()
    } catch {}
  })
  await expect(execution).rejects.toMatchObject({ code: 'REAL_IO_ESCAPED', help: { found: name } })
})

test('outside of executions all of it works as before', () => {
  expect(spawnSync(process.execPath, ['-p', '1 + 1']).stdout.toString()).toBe('2\n')
  expect(new tls.TLSSocket(new net.Socket())).toBeInstanceOf(tls.TLSSocket)
  expect(new tls.TLSSocket(new net.Socket())).toBeInstanceOf(net.Socket)
  const socket = dgram.createSocket('udp4')
  expect(socket).toBeInstanceOf(dgram.Socket)
  socket.close()
  class Mine extends workerThreads.Worker {}
  expect(Mine.prototype).toBeInstanceOf(workerThreads.Worker)
  expect(process.kill(process.pid, 0)).toBe(true)
})
