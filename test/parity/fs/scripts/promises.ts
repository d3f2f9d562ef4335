// fs.promises and file handles.
import fs from 'node:fs'
import fsp, { open, readFile, writeFile } from 'node:fs/promises'
import type { Scripts } from '../stage.js'

/** A handle emits, though its type does not say so. */
const onClose = (handle: fsp.FileHandle, listener: () => void): void =>
  void (handle as unknown as NodeJS.EventEmitter).on('close', listener)

export const promises: Scripts = {
  'what is awaited comes after ticks, promises and immediates': async (say, dir) => {
    const read = readFile(dir).catch((error: unknown) => say('read', error))
    setImmediate(() => say('immediate'))
    process.nextTick(() => say('tick'))
    Promise.resolve().then(() => say('promise'))
    await read
  },

  'a file is written, appended to, read and removed': async (say, dir) => {
    const file = `${dir}/f`
    say('write', await writeFile(file, 'one'))
    say('append', await fsp.appendFile(file, Buffer.from(' two')))
    say('bytes', await readFile(file))
    say('text', await readFile(file, 'latin1'), await readFile(file, { encoding: 'hex' }))
    say('exclusive', await writeFile(file, 'x', { flag: 'wx' }).catch((error: unknown) => error))
    say('unlink', await fsp.unlink(file), fs.existsSync(file))
  },

  'an iterable is written piece by piece, an empty file is made': async (say, dir) => {
    await writeFile(`${dir}/i`, ['a', 'bc', 'd'])
    await writeFile(`${dir}/e`, '')
    say(await readFile(`${dir}/i`), await readFile(`${dir}/e`))
  },

  'two megabytes arrive whole, as bytes and as text': async (say, dir) => {
    const content = Buffer.alloc(2 * 1024 * 1024 + 7, 'ünïcode ')
    await writeFile(`${dir}/b`, content)
    const bytes = await readFile(`${dir}/b`)
    const text = await readFile(`${dir}/b`, 'utf8')
    say(bytes.equals(content), text === content.toString())
  },

  'a handle reads, writes, stats, truncates and closes, and tells when it closes': async (say, dir) => {
    const handle = await open(`${dir}/h`, 'w+')
    onClose(handle, () => say('close event'))
    say('write', (await handle.write('hello world')).bytesWritten)
    say('write at', (await handle.write(Buffer.from('J'), 0, 1, 0)).bytesWritten)
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
    say('read', bytesRead, buffer)
    say('size', (await handle.stat()).size, typeof (await handle.stat({ bigint: true })).size)
    say('truncate', await handle.truncate(5))
    say('sync', await handle.sync(), await handle.datasync())
    say('writev', (await handle.writev([Buffer.from('!'), Buffer.from('?')], 5)).bytesWritten)
    const parts = [Buffer.alloc(2), Buffer.alloc(9)]
    say('readv', (await handle.readv(parts, 0)).bytesRead, parts[0])
    const closing = handle.close()
    say('after close()', handle.fd)
    await closing
    say('closed', await handle.close(), await handle.stat().catch((error: unknown) => error))
  },

  'a handle reads and writes whole files from where it stands': async (say, dir) => {
    const handle = await open(`${dir}/w`, 'w+')
    await handle.writeFile('abc')
    await handle.appendFile('def')
    say('at the end', await handle.readFile('utf8'))
    say('through fs.promises', await writeFile(handle, 'ghi'), await handle.chmod(0o600), (await handle.stat()).mode & 0o777)
    await handle.close()
    say(fs.readFileSync(`${dir}/w`))
  },

  'a handle is given to a stream, which closes it': async (say, dir) => {
    await writeFile(`${dir}/l`, 'one\ntwo\nthree')
    const handle = await open(`${dir}/l`)
    for await (const line of handle.readLines()) say('line', line)
    say('fd', handle.fd)
    const out = await open(`${dir}/out`, 'w')
    const stream = out.createWriteStream()
    stream.on('finish', () => say('finish')).on('close', () => say('stream closed'))
    stream.end('written')
    await new Promise<void>((resolve) => stream.on('close', resolve))
    say(fs.readFileSync(`${dir}/out`))
  },

  'a handle is disposed of asynchronously': async (say, dir) => {
    const handle = await open(`${dir}/d`, 'w')
    onClose(handle, () => say('close event'))
    const dispose = (handle as unknown as Record<symbol, () => Promise<void>>)[Symbol.asyncDispose]
    await dispose?.call(handle)
    say('fd', handle.fd)
  },

  'a handle that is in use closes when the use is over': async (say, dir) => {
    await writeFile(`${dir}/u`, 'content')
    const handle = await open(`${dir}/u`)
    const reading = handle.readFile('utf8').then((text) => say('read', text))
    const closing = handle.close().then(() => say('closed'))
    await Promise.all([reading, closing])
  },

  'bytes are streamed to the web': async (say, dir) => {
    await writeFile(`${dir}/r`, 'x'.repeat(40_000))
    const handle = await open(`${dir}/r`)
    let size = 0
    const stream = (handle.readableWebStream as (options: object) => AsyncIterable<Uint8Array>).call(handle, { type: 'bytes' })
    for await (const chunk of stream) size += chunk.byteLength
    say(size)
    await handle.close()
  },

  'a signal stops a read and a write, whether it fired before or fires during': async (say, dir) => {
    const told = (error: Error & { code?: string; cause?: unknown }) => say(error.name, error.code, error.message, error.cause)
    await writeFile(`${dir}/s`, 'content')
    await readFile(`${dir}/s`, { signal: AbortSignal.abort('early') }).catch(told)
    const controller = new AbortController()
    const reading = readFile(`${dir}/s`, { signal: controller.signal }).catch(told)
    controller.abort('during')
    await reading
    await writeFile(`${dir}/s`, 'other', { signal: AbortSignal.abort('early') }).catch(told)
    say(fs.readFileSync(`${dir}/s`))
  },
}
