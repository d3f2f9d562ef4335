// The process of one run in the real world: nothing is intercepted. It answers one request and ends. The subject is its guest.
import { startWatchdog } from '../../runtimes/node/watchdog/watchdog.js'
import { exitCallSite } from '../child/exit-call-site.js'
import { problemOf } from '../child/problem.js'
import { MESSAGES_FD } from '../messages.js'
import { readRequest, send } from './channel.js'
import { perform } from './perform.js'

const request = readRequest()
// Made before anybody looks for what the subject opens.
const streams = [process.stdout, process.stderr]

process.on('exit', (code) => send({ type: 'exit', code, at: exitCallSite() }))
startWatchdog({ fd: MESSAGES_FD, format: 'json', cpuMs: request.watchdogMs, parentPid: request.parentPid })

try {
  await perform(request)
} catch (error) {
  send({ type: 'error', problem: problemOf(error) })
}
// What the subject has printed is still on its way.
await Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))))
send({ type: 'done' })
// Nothing of the subject's runs any more: not its exit handlers, not what it left open.
process.kill(process.pid, 'SIGKILL')
