// What http agents do with connections that they keep.
import http from 'node:http'
import type net from 'node:net'
import { type Script, type Stage, shut, wait } from '../stage.js'

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
]
