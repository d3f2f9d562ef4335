// The process that searches, or replays: it answers one request and ends. The subject is its guest, so it may end at any moment.

import { textOf } from '../../core/brief-text.js'
import { removeOwnDirectories } from '../../runtimes/node/files/clean-up.js'
import { startWatchdog } from '../../runtimes/node/watchdog/watchdog.js'
import { MESSAGES_FD } from '../messages.js'
import { readRequest, send, settleOutput } from './channel.js'
import { exitCallSite } from './exit-call-site.js'
import { problemOf } from './problem.js'
import { perform } from './tasks.js'

const request = readRequest()
const { parentPid, watchdogMs } = request
const interrupt = new AbortController()

// What was found until then is still reported: the search ends at the next turn of the loop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())
process.on('uncaughtExceptionMonitor', (error) => send({ type: 'uncaught', text: textOf(error) }))
process.on('exit', (code) => send({ type: 'exit', code, at: exitCallSite() }))
const watchdog = startWatchdog({ fd: MESSAGES_FD, format: 'json', cpuMs: watchdogMs, parentPid })

try {
  await perform(request, { signal: interrupt.signal, watchdog })
} catch (error) {
  send({ type: 'error', problem: problemOf(error) })
}
await settleOutput()
removeOwnDirectories()
send({ type: 'done' })
// Nothing of the subject's runs any more: not its exit handlers, not what it left open.
process.kill(process.pid, 'SIGKILL')
