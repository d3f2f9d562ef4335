// How bytes move: in what pieces, when they wait, what is counted.
import type net from 'node:net'
import { closed, event, logData, logSum, type Script, shut, wait } from '../stage.js'

export const moving: readonly Script[] = [
  {
    name: 'two writes of one tick arrive as one read',
    async play(stage) {
      const server = await stage.serve((socket) => logData(stage, socket, 'server'))
      const client = stage.dial(server)
      await event(client, 'connect')
      client.write('one')
      client.write('two')
      await wait(20)
      client.write('three')
      await wait(20)
      client.end()
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'cork sends all at once',
    async play(stage) {
      const server = await stage.serve((socket) => logData(stage, socket, 'server'))
      const client = stage.dial(server)
      client.resume()
      await event(client, 'connect')
      client.cork()
      client.write('a', () => stage.log('a written'))
      client.write(Buffer.from('bc'), () => stage.log('bc written'))
      client.write('ZGVm', 'base64', () => stage.log('def written'))
      await wait(20)
      stage.log('uncork')
      client.uncork()
      await wait(20)
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'strings in all encodings',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.on('data', (data: Buffer) => stage.log(data.toString('hex')))
      })
      const client = stage.dial(server)
      client.resume()
      await event(client, 'connect')
      for (const encoding of ['utf8', 'latin1', 'ascii', 'utf16le', 'hex'] as const) {
        client.write(encoding === 'hex' ? 'c3a9' : 'é€', encoding)
        await wait(10)
      }
      client.write('')
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'setEncoding joins a character that was cut',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.setEncoding('utf8')
        socket.on('data', (text) => stage.log(`server got ${text}`))
      })
      const client = stage.dial(server)
      client.resume()
      const bytes = Buffer.from('€')
      await event(client, 'connect')
      client.write(bytes.subarray(0, 1))
      await wait(20)
      client.write(bytes.subarray(1))
      await wait(20)
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a paused reader gets everything later',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end('abc'))
      const client = stage.dial(server)
      logData(stage, client, 'client')
      client.pause()
      await wait(30)
      stage.log('resume')
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'pause inside a data event',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.write('one')
        setTimeout(() => socket.end('two'), 20)
      })
      const client = stage.dial(server)
      client.on('data', (data) => {
        stage.log(`client data ${data.length}`)
        client.pause()
        setTimeout(() => {
          stage.log('resume')
          client.resume()
        }, 50)
      })
      await closed(client)
      await wait(50)
      await shut(server)
    },
  },
  {
    name: 'readable events and read()',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.write('header')
        setTimeout(() => socket.end('body'), 20)
      })
      const client = stage.dial(server)
      client.on('readable', () => {
        let chunk: Buffer | null
        while ((chunk = client.read(3)) !== null) stage.log(`read ${chunk}`)
        stage.log(`left ${client.readableLength}`)
      })
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a megabyte arrives whole',
    async play(stage) {
      const server = await stage.serve((socket) => logSum(stage, socket, 'server'))
      const client = stage.dial(server)
      client.resume()
      await event(client, 'connect')
      stage.log(`write ${client.write(Buffer.alloc(1 << 20))}`)
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a reader that never reads holds the writer back',
    async play(stage) {
      let accepted = (_peer: net.Socket): void => {}
      const acceptance = new Promise<net.Socket>((resolve) => {
        accepted = resolve
      })
      const server = await stage.serve((socket) => accepted(socket.pause()))
      const client = stage.dial(server)
      await event(client, 'connect')
      const peer = await acceptance
      stage.log(`write ${client.write(Buffer.alloc(16 << 20), () => stage.log('written'))}`)
      await wait(50)
      stage.log(`waiting ${client.writableLength > 0} ${client.writableNeedDrain}`)
      logSum(stage, peer, 'server')
      peer.resume()
      await event(client, 'drain')
      client.end()
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'a writer that is destroyed while held back',
    async play(stage) {
      let peer: net.Socket | undefined
      const server = await stage.serve((socket) => {
        peer = socket.pause()
      })
      const client = stage.dial(server)
      await event(client, 'connect')
      client.write(Buffer.alloc(16 << 20), (error) => stage.log(`written ${(error as NodeJS.ErrnoException | null)?.code}`))
      await wait(20)
      client.destroy()
      await closed(client)
      stage.log('closed')
      await wait(20)
      peer?.destroy()
      await shut(server)
    },
  },
  {
    name: 'a reader that is destroyed while it holds the writer back',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.pause()
        setTimeout(() => socket.destroy(), 30)
      })
      const client = stage.dial(server)
      await event(client, 'connect')
      client.write(Buffer.alloc(16 << 20), (error) => stage.log(`written ${(error as NodeJS.ErrnoException | null)?.code}`))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'write callbacks come in order, before any answer',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.on('data', () => socket.write('answer'))
      })
      const client = stage.dial(server)
      logData(stage, client, 'client')
      client.write('1', () => stage.log('1 written'))
      client.write('2', () => stage.log('2 written'))
      await event(client, 'data')
      client.write('3', () => stage.log('3 written'))
      await event(client, 'data')
      client.end()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'an idle socket times out, traffic puts it off',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.resume())
      const client = stage.dial(server)
      client.setTimeout(60, () => stage.log('time-out callback'))
      await event(client, 'connect')
      await wait(40)
      client.write('x')
      await wait(40)
      stage.log('not yet')
      await event(client, 'timeout')
      client.setTimeout(0)
      client.end()
      client.resume()
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'bytes and states are counted',
    async play(stage) {
      const server = await stage.serve((socket) => {
        socket.on('data', () => socket.write('answer'))
        socket.on('close', () => stage.log(`server read ${socket.bytesRead} wrote ${socket.bytesWritten}`))
      })
      const client = stage.dial(server)
      const state = () => stage.log(`${client.readyState} connecting ${client.connecting} pending ${client.pending}`)
      state()
      client.write('hello')
      stage.log(`${client.bytesWritten} written`)
      await event(client, 'data')
      state()
      stage.log(`read ${client.bytesRead} wrote ${client.bytesWritten}`)
      client.end()
      state()
      client.resume()
      await closed(client)
      state()
      stage.log(`read ${client.bytesRead} wrote ${client.bytesWritten}`)
      await shut(server)
    },
  },
  {
    name: 'both sides know each other',
    async play(stage) {
      let seen = ''
      const server = await stage.serve((socket) => {
        seen = `${socket.remoteAddress}:${socket.remotePort} ${socket.localAddress}:${socket.localPort} ${socket.remoteFamily}`
        socket.end()
      })
      const client = stage.dial(server)
      client.resume()
      await event(client, 'connect')
      const { localAddress, localPort, remoteAddress, remotePort, localFamily } = client
      await closed(client)
      stage.log(`${seen === `${localAddress}:${localPort} ${remoteAddress}:${remotePort} ${localFamily}`}`)
      stage.log(`${remoteAddress} ${localFamily} ${JSON.stringify(client.address())}`)
      await shut(server)
    },
  },
  {
    name: 'onread reads into a buffer of the user',
    async play(stage) {
      const server = await stage.serve((socket) => socket.end('0123456789'))
      const onread = {
        buffer: Buffer.alloc(4),
        callback: (count: number, buffer: Uint8Array) => {
          stage.log(`read ${Buffer.from(buffer).toString('latin1', 0, count)}`)
          return true
        },
      }
      const client = stage.dial(server, { onread } as Partial<net.NetConnectOpts>)
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'two sockets piped into each other',
    async play(stage) {
      const server = await stage.serve((socket) => void socket.pipe(socket))
      const client = stage.dial(server)
      logSum(stage, client, 'client')
      client.end(Buffer.alloc(200_000))
      await closed(client)
      await shut(server)
    },
  },
  {
    name: 'ref and unref change nothing that is seen',
    async play(stage) {
      const server = await stage.serve((socket) => socket.unref().end('x'))
      server.unref().ref()
      const client = stage.dial(server)
      client.unref().setNoDelay().setKeepAlive(true, 1000).ref()
      logData(stage, client, 'client')
      await closed(client)
      await shut(server)
    },
  },
]
