// How connections end: by an end, by half of one, by force, by an error.
import type net from 'node:net'
import { closed, event, logData, logSum, type Script, shut, wait } from '../stage.js'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null | undefined)?.code ?? 'none'

export const ending: readonly Script[] = [
  {
    name: 'the server ends first',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end('bye'))
      const client = stage.dial(server)
      logData(stage, client, 'client')
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'the client ends with data',
    async play(stage) {
      const server = await stage.serve((socket) => logData(stage, socket, 'server'))
      const client = stage.dial(server)
      client.resume()
      client.end('hello', () => stage.log('end callback'))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a half-open server answers after the end',
    async play(stage) {
      const server = await stage.serve(
        (socket) => {
          logData(stage, socket, 'server')
          socket.on('end', () => {
            socket.write('late')
            setTimeout(() => socket.end('later'), 20)
          })
        },
        { allowHalfOpen: true },
      )
      const client = stage.dial(server)
      logData(stage, client, 'client')
      client.end('q')
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a half-open client goes on writing',
    async play(stage) {
      const server = await stage.serve(
        (socket) => {
          logData(stage, socket, 'server')
          socket.end('bye')
        },
        { allowHalfOpen: true },
      )
      const client = stage.dial(server, { allowHalfOpen: true } as Partial<net.NetConnectOpts>)
      logData(stage, client, 'client')
      await event(client, 'end')
      client.write('still here')
      await wait(20)
      stage.log(`client is ${client.readyState}`)
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'neither side ends: both half-open sides end in turn',
    async play(stage) {
      const server = await stage.serve(
        (socket) => {
          socket.resume()
          socket.on('end', () => setTimeout(() => socket.end(), 20))
        },
        { allowHalfOpen: true },
      )
      const client = stage.dial(server, { allowHalfOpen: true } as Partial<net.NetConnectOpts>)
      client.resume()
      await event(client, 'connect')
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'the server destroys the connection that it reads',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.on('data', () => socket.destroy()))
      const client = stage.dial(server)
      client.resume()
      client.write('x')
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'the server destroys a connection with unread bytes',
    async play(stage) {
      const server = await stage.serve((socket) => {
        setTimeout(() => socket.destroy(), 20)
      })
      const client = stage.dial(server)
      client.resume()
      client.write('x'.repeat(1000))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'bytes sent before a reset are still read',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.write('answer')
        setTimeout(() => socket.destroy(), 20)
      })
      const client = stage.dial(server)
      client.pause()
      logData(stage, client, 'client')
      client.write('unread')
      await wait(40)
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'resetAndDestroy by the server',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.on('data', () => socket.resetAndDestroy()))
      const client = stage.dial(server)
      client.resume()
      client.write('x')
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'resetAndDestroy by the client, while it connects',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      client.resetAndDestroy()
      await closed(client)
      await wait(20)
      await shut(server)
    },
  },
  {
    name: 'a unix socket cannot be reset',
    only: 'uds',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      await event(client, 'connect')
      try {
        client.resetAndDestroy()
      } catch (error) {
        stage.log(codeOf(error))
      }
      client.end()
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a half-open client writes to a server that is gone',
    async play(stage) {
      const server = await stage.serve((socket) => socket.destroy())
      const client = stage.dial(server, { allowHalfOpen: true } as Partial<net.NetConnectOpts>)
      client.resume()
      await event(client, 'end')
      await wait(20)
      client.write('a', (error) => stage.log(`a ${codeOf(error)}`))
      await wait(20)
      if (!client.destroyed) client.write('b', (error) => stage.log(`b ${codeOf(error)}`))
      await wait(20)
      client.destroy()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a paused client writes to a server that was reset',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.on('data', () => socket.resetAndDestroy()))
      const client = stage.dial(server)
      await event(client, 'connect')
      client.pause()
      client.write('a', (error) => stage.log(`a ${codeOf(error)}`))
      await wait(20)
      client.write('b', (error) => stage.log(`b ${codeOf(error)}`))
      await wait(20)
      client.destroy()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'destroy with an error of the user',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      await event(client, 'connect')
      client.destroy(Object.assign(new Error('mine'), { code: 'MINE' }))
      await closed(client)
      await wait(20)
      await shut(server)
    },
  },
  {
    name: 'write after end',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      client.end('a')
      client.write('b', (error) => stage.log(`b ${codeOf(error)}`))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'write after the other side has ended',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end())
      const client = stage.dial(server)
      client.resume()
      await event(client, 'end')
      client.write('b', (error) => stage.log(`b ${codeOf(error)}`))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'destroySoon waits for what is written',
    async play(stage) {
      const server = await stage.serve((socket) => logSum(stage, socket, 'server'))
      const client = stage.dial(server)
      client.write('x'.repeat(5000))
      client.destroySoon()
      await closed(client)
      await wait(20)
      await shut(server)
    },
  },
  {
    name: 'end and destroy in one breath',
    async play(stage) {
      const server = await stage.serve((socket) => logData(stage, socket, 'server'))
      const client = stage.dial(server)
      await event(client, 'connect')
      client.end('last words')
      client.destroy()
      await closed(client)
      await wait(20)
      await shut(server)
    },
  },
  {
    name: 'an immediate after destroy comes before close',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      await event(client, 'connect')
      client.destroy()
      setImmediate(() => stage.log('immediate'))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'an immediate after end comes after finish',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      client.resume()
      await event(client, 'connect')
      client.end()
      setImmediate(() => stage.log('immediate'))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'one closes, another one connects at once',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const one = stage.dial(server, {}, 'one')
      await event(one, 'connect')
      one.destroy()
      await closed(one)
      const two = stage.dial(server, {}, 'two')
      two.resume()
      await event(two, 'connect')
      two.end()
      await closed(two)
      await shut(server)
    },
  },
  {
    name: 'a reset behind unread bytes',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve(
        (socket) => {
          logData(stage, socket, 'server')
          setTimeout(() => socket.resume(), 40)
        },
        { pauseOnConnect: true },
      )
      const client = stage.dial(server)
      await event(client, 'connect')
      client.write('last words')
      await wait(10)
      client.resetAndDestroy()
      await closed(client)
      await wait(60)
      await shut(server)
    },
  },
  {
    name: 'a close behind unread bytes, with bytes unread on the other side too',
    async play(stage) {
      const server = await stage.serve(
        (socket) => {
          logData(stage, socket, 'server')
          socket.write('never read')
          setTimeout(() => socket.resume(), 40)
        },
        { pauseOnConnect: true },
      )
      const client = stage.dial(server)
      client.pause()
      client.write('last words')
      await wait(10)
      client.destroy()
      await closed(client)
      await wait(60)
      await shut(server)
    },
  },
  {
    name: 'the server closes while a connection is open',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      server.on('close', () => stage.log('server closed'))
      const client = stage.dial(server)
      client.resume()
      await event(server, 'connection')
      server.close()
      server.getConnections((_error, count) => stage.log(`${count} connections`))
      await wait(20)
      client.end()
      await event(server, 'close')
      await closed(client)
    },
  },
]
