// What http agents and servers do with connections that they keep.
import http from 'node:http'
import net from 'node:net'
import { closed, event, type Script, type Stage, shut, wait } from '../stage.js'

/** Logs what becomes of a request. */
const answer = (request: http.ClientRequest, stage: Stage): Promise<void> =>
  new Promise((resolve) => {
    const done = (what: string): void => {
      stage.log(what)
      resolve()
    }
    request.on('error', (error: NodeJS.ErrnoException) => done(`request failed ${error.code}`))
    request.on('response', (response) => response.on('end', () => done(`answered ${response.statusCode}`)).resume())
  })

export const agents: readonly Script[] = [
  {
    name: 'an http agent takes an idle connection again, and meets one that the server has just destroyed',
    async play(stage) {
      let idle: net.Socket | undefined
      const site = http.createServer((request, response) => {
        stage.log(`asked for ${request.url}`)
        if (request.url === '/2') idle = request.socket
        response.end()
      })
      const server = await stage.serve((socket) => void site.emit('connection', socket))
      let dialled = 0
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      Object.assign(agent, { createConnection: () => stage.dial(server, {}, `client ${++dialled}`) })
      for (const path of ['/1', '/2', '/3']) {
        // Nobody has been told: an agent that looks finds it out, one that does not (Node 20) sends its request into the void.
        idle?.destroy()
        await answer(http.get({ agent, path }), stage)
        await wait(20)
      }
      agent.destroy()
      await shut(server)
    },
  },
  {
    name: 'an http server loses patience with a client that never completes its request',
    only: 'tcp',
    async play(stage) {
      const patience = { headersTimeout: 60, requestTimeout: 60, connectionsCheckingInterval: 20 }
      const site = http.createServer(patience, () => stage.log('asked')).listen(0, '127.0.0.1')
      await event(site, 'listening')
      const client = stage.watch(net.connect(stage.addressOf(site)), 'client')
      client.on('data', (data) => stage.log(`client reads ${String(data).split('\r\n')[0]}`))
      client.write('GET / HTTP/1.1\r\nhost: localhost\r\n')
      const unhurried = wait(400).then(() => stage.log('an unhurried timer fires'))
      await Promise.all([closed(client), unhurried])
      await shut(site)
    },
  },
]
