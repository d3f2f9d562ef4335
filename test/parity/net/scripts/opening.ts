// How connections come about, or do not.
import net from 'node:net'
import { closed, event, logData, type Script, shut, wait } from '../stage.js'

export const opening: readonly Script[] = [
  {
    name: 'a client connects, writes and is answered',
    async play(stage) {
      const server = await stage.serve((socket) => {
        logData(stage, socket, 'server')
        socket.on('data', (data) => socket.write(`${data}!`))
      })
      const client = stage.dial(server)
      logData(stage, client, 'client')
      client.write('hello')
      await event(client, 'data')
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'nobody listens',
    async play(stage) {
      const client = stage.watch(net.connect(stage.nobody()), 'client')
      client.on('error', (error: NodeJS.ErrnoException) => stage.log(error.message.replace(/\S+\.sock/, 'PATH')))
      await closed(client)
    },
  },
  {
    name: 'a write before the connection fails with it',
    async play(stage) {
      const client = stage.watch(net.connect(stage.nobody()), 'client')
      client.write('x', (error) => stage.log(`write ${(error as NodeJS.ErrnoException | null)?.code}`))
      await closed(client)
    },
  },
  {
    name: 'destroyed while connecting',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      client.destroy()
      await closed(client)
      await wait(30)
      await shut(server)
    },
  },
  {
    name: 'destroyed while connecting, with a write under way',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      client.write('x', (error) => stage.log(`write ${(error as NodeJS.ErrnoException | null)?.code}`))
      client.destroy()
      await closed(client)
      await wait(30)
      await shut(server)
    },
  },
  {
    name: 'two clients are accepted in the order in which they connect',
    async play(stage) {
      const server = await stage.serve((socket) => logData(stage, socket, 'server'))
      const one = stage.dial(server, {}, 'one')
      const two = stage.dial(server, {}, 'two')
      one.end('1')
      two.end('22')
      await Promise.all([closed(one), closed(two)])
      await shut(server)
    },
  },
  {
    name: 'the port is taken',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve(() => {})
      const { port } = server.address() as net.AddressInfo
      const other = net.createServer()
      other.on('error', (error: NodeJS.ErrnoException) => {
        stage.log(`error ${error.code} ${error.syscall} ${error.message.replace(String(port), 'PORT')}`)
      })
      other.on('listening', () => stage.log('listening'))
      other.listen(port, '127.0.0.1')
      await event(other, 'error')
      other.once('error', () => {})
      other.listen(port)
      await event(other, 'error')
      await shut(server)
      other.listen(port, '127.0.0.1')
      await event(other, 'listening')
      await shut(other)
    },
  },
  {
    name: 'the path is taken',
    only: 'uds',
    async play(stage) {
      const path = stage.path('taken')
      const server = net.createServer()
      await new Promise<void>((resolve) => server.listen(path, resolve))
      stage.log(`address ${server.address() === path}`)
      const other = net.createServer()
      other.on('error', (error: NodeJS.ErrnoException) => stage.log(`error ${error.code} ${error.syscall}`))
      other.listen(path)
      await event(other, 'error')
      await shut(server)
      other.listen(path, () => stage.log('listening'))
      await event(other, 'listening')
      await shut(other)
    },
  },
  {
    name: 'a server that has closed refuses',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const address = stage.addressOf(server)
      await shut(server)
      await closed(stage.watch(net.connect(address), 'client'))
    },
  },
  {
    name: 'a server that closes at once resets what it has not accepted',
    async play(stage) {
      const server = await stage.serve((socket) => {
        stage.log('closing')
        server.close()
        socket.resume()
      })
      const one = stage.dial(server, {}, 'one')
      const two = stage.dial(server, {}, 'two')
      one.resume()
      two.resume()
      one.on('connect', () => one.end())
      await Promise.all([closed(one), closed(two)])
    },
  },
  {
    name: 'a server with maxConnections drops the second client',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      server.maxConnections = 1
      server.on('drop', () => stage.log('drop'))
      const one = stage.dial(server, {}, 'one')
      await event(one, 'connect')
      const two = stage.dial(server, {}, 'two')
      two.resume()
      await closed(two)
      one.end()
      one.resume()
      await closed(one)
      await shut(server)
    },
  },
  {
    name: 'pauseOnConnect keeps the bytes until resume',
    async play(stage) {
      const server = await stage.serve(
        (socket) => {
          logData(stage, socket, 'server')
          setTimeout(() => {
            stage.log('resume')
            socket.resume()
          }, 20)
        },
        { pauseOnConnect: true },
      )
      const client = stage.dial(server)
      client.resume()
      client.end('hello')
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a socket connects again after it has closed',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end('x'))
      const client = stage.dial(server)
      client.resume()
      await closed(client)
      client.connect(stage.addressOf(server))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'localhost is looked up, with the family that is asked for',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end())
      const { port } = server.address() as net.AddressInfo
      const client = stage.watch(net.connect({ port, host: 'localhost', family: 4 }), 'client')
      client.on('lookup', (_error, address, family, host) => stage.log(`${host} is ${address} ${family}`))
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a lookup of the user gives several addresses, the first of which refuses',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end())
      const { port } = server.address() as net.AddressInfo
      const lookup = ((_host: string, _options: unknown, callback: (error: null, all: object[]) => void) =>
        callback(null, [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ])) as net.LookupFunction
      const client = stage.watch(net.connect({ port, host: 'service.local', lookup, autoSelectFamily: true }), 'client')
      client.on('connect', () => stage.log(`connected to ${client.remoteAddress}`))
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'the ports of both ends',
    only: 'tcp',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end())
      const client = stage.dial(server)
      await event(client, 'connect')
      const ports = [client.localPort, client.remotePort]
      for (const port of ports) stage.log(`port ${port}`)
      stage.log(`different ${ports[0] !== ports[1]}`)
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'an abort signal ends the client and the server',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const abort = new AbortController()
      const client = stage.dial(server, { signal: abort.signal } as Partial<net.NetConnectOpts>)
      client.on('error', (error) => stage.log(error.name))
      await event(client, 'connect')
      abort.abort()
      await closed(client)
      await shut(server)
    },
  },
]
