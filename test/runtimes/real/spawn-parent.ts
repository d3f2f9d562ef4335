// A parent that spawns a dispatcher, says which and where, and waits to be killed. Run by the tests as a process of its own.
import { spawn } from 'node:child_process'
import { spawnDispatcher } from '../../../harness/runtimes/real/spawn-dispatcher.js'

const [how = 'spec', main = '', socket = ''] = process.argv.slice(2)
if (how === 'spec') {
  const { address, pid } = await spawnDispatcher({ tools: { terminal: { tool: 'echo' } } })
  console.log(JSON.stringify({ address, pid }))
} else {
  // As a shell would: no pipe into the child, nothing that ends with this process but the parent itself.
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--uds', socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', (line) => console.log(JSON.stringify({ address: JSON.parse(String(line)), pid: child.pid })))
}
setInterval(() => {}, 1000)
