// Read and write streams: their events, in order.
import fs from 'node:fs'
import readline from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { Say, Scripts } from '../stage.js'

type Emitter = NodeJS.EventEmitter

const tell = (say: Say, emitter: Emitter, names: readonly string[]): void => {
  for (const name of names) emitter.on(name, (...args) => say(name, ...args.filter((arg) => typeof arg !== 'number')))
}

const closed = (emitter: Emitter): Promise<unknown> => new Promise((resolve) => emitter.on('close', resolve))

const READ = ['open', 'ready', 'data', 'end', 'error', 'close']
const WRITE = ['open', 'ready', 'drain', 'finish', 'error', 'close']

export const streams: Scripts = {
  'a read stream opens, delivers, ends and closes': async (say, dir) => {
    fs.writeFileSync(`${dir}/r`, 'abcdef')
    const stream = fs.createReadStream(`${dir}/r`, { highWaterMark: 4 })
    tell(say, stream, READ)
    await closed(stream)
    say(stream.bytesRead)
  },

  'a part of a file is read': async (say, dir) => {
    fs.writeFileSync(`${dir}/p`, 'abcdefghij')
    const stream = fs.createReadStream(`${dir}/p`, { start: 2, end: 6, encoding: 'utf8' })
    tell(say, stream, READ)
    await closed(stream)
  },

  'a write stream opens, drains, finishes and closes': async (say, dir) => {
    const stream = fs.createWriteStream(`${dir}/w`, { highWaterMark: 3 })
    tell(say, stream, WRITE)
    say(
      'write',
      stream.write('abcd', () => say('written')),
    )
    stream.once('drain', () => stream.end('ef'))
    await closed(stream)
    say(fs.readFileSync(`${dir}/w`), stream.bytesWritten)
  },

  'writes before the file is open are made in order': async (say, dir) => {
    const stream = fs.createWriteStream(`${dir}/o`)
    for (const text of ['a', 'b', 'c']) stream.write(text, () => say('written', text))
    stream.end(() => say('ended'))
    tell(say, stream, WRITE)
    await closed(stream)
    say(fs.readFileSync(`${dir}/o`))
  },

  'a missing file is an error, then a close': async (say, dir) => {
    const stream = fs.createReadStream(`${dir}/none`)
    tell(say, stream, READ)
    await closed(stream)
  },

  'a stream that is destroyed while it opens closes its file': async (say, dir) => {
    fs.writeFileSync(`${dir}/d`, 'content')
    const stream = fs.createReadStream(`${dir}/d`)
    tell(say, stream, READ)
    stream.destroy()
    await closed(stream)
    say(stream.destroyed, stream.bytesRead)
  },

  'a file is copied through a pipeline and read line by line': async (say, dir) => {
    fs.writeFileSync(`${dir}/from`, 'one\ntwo\n'.repeat(20_000))
    await pipeline(fs.createReadStream(`${dir}/from`), fs.createWriteStream(`${dir}/to`))
    say('size', fs.statSync(`${dir}/to`).size)
    let lines = 0
    for await (const _line of readline.createInterface({ input: fs.createReadStream(`${dir}/to`) })) lines++
    say('lines', lines)
  },

  'appending goes to the end of the file': async (say, dir) => {
    fs.writeFileSync(`${dir}/a`, 'first ')
    const stream = fs.createWriteStream(`${dir}/a`, { flags: 'a' })
    stream.end('second')
    await closed(stream)
    say(fs.readFileSync(`${dir}/a`))
  },
}
