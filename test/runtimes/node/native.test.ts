// Work on Node's own threads: what is controlled gives what Node gives, in an order that the schedule chooses.
import crypto from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inside } from '../../support/inside.js'
import { outcomes, randomWalk, run } from '../../support/run.js'

const TEXT = Buffer.from('to be or not to be, '.repeat(5000))

type Callback = (error: unknown, ...results: unknown[]) => void
type Start = (callback: Callback) => void

/** Results or the error, as text that two runs can share. */
const settle = (start: Start): Promise<string> =>
  new Promise((resolve) => {
    start((error, ...results) => resolve(error instanceof Error ? failure(error) : shown(results)))
  })

const failure = (error: Error & { code?: unknown }): string => `${error.name} ${error.code} ${error.message}`

const shown = (results: readonly unknown[]): string =>
  results.map((result) => (ArrayBuffer.isView(result) || result instanceof ArrayBuffer ? hex(result) : String(result))).join()

const hex = (bytes: ArrayBufferView | ArrayBuffer): string =>
  Buffer.from(
    ArrayBuffer.isView(bytes) ? bytes.buffer : bytes,
    ArrayBuffer.isView(bytes) ? bytes.byteOffset : 0,
    bytes.byteLength,
  ).toString('hex')

describe('compression', () => {
  const oneShot: Record<string, (callback: Callback) => void> = {
    gzip: (done) => zlib.gzip(TEXT, done),
    'gzip of a string': (done) => zlib.gzip('text', done),
    deflate: (done) => zlib.deflate(TEXT, { level: 9 }, done),
    deflateRaw: (done) => zlib.deflateRaw(TEXT, done),
    gunzip: (done) => zlib.gunzip(zlib.gzipSync(TEXT), done),
    inflate: (done) => zlib.inflate(zlib.deflateSync(TEXT), done),
    inflateRaw: (done) => zlib.inflateRaw(zlib.deflateRawSync(TEXT), done),
    unzip: (done) => zlib.unzip(zlib.deflateSync(TEXT), done),
    brotliCompress: (done) => zlib.brotliCompress(TEXT, done),
    brotliDecompress: (done) => zlib.brotliDecompress(zlib.brotliCompressSync(TEXT), done),
    'bad data': (done) => zlib.gunzip(Buffer.from('no gzip at all'), done),
    'data that ends early': (done) => zlib.gunzip(zlib.gzipSync(TEXT).subarray(0, 50), done),
    'more than is wanted': (done) => zlib.gunzip(zlib.gzipSync(TEXT), { maxOutputLength: 10 }, done),
  }

  test.each(Object.entries(oneShot))('%s gives what it gives outside', async (_name, start) => {
    const real = await settle(start)
    expect(await inside(() => settle(start))).toBe(real)
    expect(await inside(() => settle(start), randomWalk(7))).toBe(real)
  })

  test('wrong arguments are thrown by the call', () =>
    inside(() => {
      expect(() => zlib.gzip(TEXT, undefined as never)).toThrow('"callback" argument')
      expect(() => zlib.gzip(TEXT, { level: 99 }, () => {})).toThrow('options.level')
    }))

  test('streams and CompressionStream carry whole files, in either direction', async () => {
    const through = () =>
      inside(async () => {
        const parts: Buffer[] = []
        const collect = async (source: AsyncIterable<Buffer>) => {
          for await (const chunk of source) parts.push(chunk)
        }
        await pipeline(Readable.from([TEXT, TEXT]), zlib.createGzip(), zlib.createGunzip(), collect)
        const packed = new Blob([TEXT]).stream().pipeThrough(new CompressionStream('deflate'))
        const unpacked = await new Response(packed.pipeThrough(new DecompressionStream('deflate'))).arrayBuffer()
        return [Buffer.concat(parts).equals(Buffer.concat([TEXT, TEXT])), Buffer.from(unpacked).equals(TEXT)]
      })
    expect(await through()).toEqual([true, true])
  })

  test('flush, params and reset in the middle of a stream', async () => {
    const body = async () => {
      const gzip = zlib.createGzip()
      const { params } = gzip as unknown as { params(level: number, strategy: number, done: () => void): void }
      const parts: Buffer[] = []
      gzip.on('data', (chunk) => parts.push(chunk))
      gzip.write(TEXT)
      await new Promise<void>((resolve) => gzip.flush(resolve))
      await new Promise<void>((resolve) => params.call(gzip, 0, zlib.constants.Z_DEFAULT_STRATEGY, () => resolve()))
      gzip.end(TEXT)
      await new Promise((resolve) => gzip.on('end', resolve))
      return zlib.gunzipSync(Buffer.concat(parts)).length
    }
    expect(await inside(body)).toBe(2 * TEXT.length)
    expect(await inside(body, randomWalk(3))).toBe(2 * TEXT.length)
  })

  test('a stream that is destroyed in the middle of a chunk closes, under every schedule', async () => {
    for (let seed = 0; seed < 50; seed++) {
      const { end } = await run(async () => {
        const gzip = zlib.createGzip()
        gzip.write(TEXT)
        await Promise.all([
          new Promise((resolve) => gzip.on('close', resolve)),
          new Promise<void>((resolve) => setImmediate(resolve)).then(() => gzip.destroy()),
        ])
      }, randomWalk(seed))
      expect(end).toMatchObject({ kind: 'completed', message: '' })
    }
  })

  test('of two that run at once either may end first', async () => {
    const counts = await outcomes(100, (say) => async () => {
      const ended: string[] = []
      await Promise.all(['a', 'b'].map(async (name) => promisify(zlib.gzip)(name).then(() => ended.push(name))))
      say(ended.join(''))
    })
    expect(Object.keys(counts).sort()).toEqual(['ab', 'ba'])
  })
})

describe('node:crypto with callbacks', () => {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 })
  const signature = crypto.sign('sha256', TEXT, privateKey)
  const same: Record<string, Start> = {
    scrypt: (done) => crypto.scrypt('secret', 'salt', 32, done),
    'scrypt with options': (done) => crypto.scrypt('secret', 'salt', 32, { N: 1024 }, done),
    pbkdf2: (done) => crypto.pbkdf2('secret', 'salt', 10, 32, 'sha512', done),
    hkdf: (done) => crypto.hkdf('sha256', 'key', 'salt', 'info', 32, done),
    sign: (done) => crypto.sign('sha256', TEXT, privateKey, done),
    verify: (done) => crypto.verify('sha256', TEXT, publicKey, signature, done),
    'verify what is not signed': (done) => crypto.verify('sha256', Buffer.from('x'), publicKey, signature, done),
    checkPrime: (done) => crypto.checkPrime(97n, done),
    'a key that cannot sign': (done) => crypto.sign('no such hash', TEXT, privateKey, done),
  }

  test.each(Object.entries(same))('%s gives what it gives outside', async (_name, start) => {
    const attempt = () => settle(start).catch(failure)
    const real = await attempt()
    expect(await inside(attempt)).toBe(real)
    expect(await inside(attempt, randomWalk(2))).toBe(real)
  })

  const wrong: Record<string, () => void> = {
    'no callback': () => (crypto.scrypt as (...args: unknown[]) => void)('a', 'b', 3),
    'a cost that cannot be': () => crypto.scrypt('a', 'b', 3, { N: 3 }, () => {}),
    'a length below 0': () => crypto.pbkdf2('a', 'b', 1, -1, 'sha1', () => {}),
    'an unknown digest': () => crypto.pbkdf2('a', 'b', 1, 3, 'klingon', () => {}),
    'too much key material': () => crypto.hkdf('sha1', 'a', 'b', 'c', 100_000, () => {}),
    'an unknown kind of key': () => crypto.generateKeyPair('klingon' as 'ed25519', undefined, () => {}),
  }

  test.each(Object.entries(wrong))('%s is thrown by the call, with the real error', async (_name, call) => {
    const thrown = () => {
      try {
        call()
      } catch (error) {
        return failure(error as Error)
      }
      return 'nothing'
    }
    const real = thrown()
    expect(real).not.toBe('nothing')
    expect(await inside(thrown)).toBe(real)
  })

  test('keys and primes are made, with a callback and promisified', () =>
    inside(async () => {
      const pair = await promisify(crypto.generateKeyPair)('ec', { namedCurve: 'P-256' })
      expect([pair.publicKey.type, pair.privateKey.type]).toEqual(['public', 'private'])
      const key = await promisify(crypto.generateKey)('hmac', { length: 256 })
      expect(key.symmetricKeySize).toBe(32)
      const prime = await new Promise<ArrayBuffer>((resolve) =>
        crypto.generatePrime(64, {}, (_error, made) => resolve(made as ArrayBuffer)),
      )
      expect(crypto.checkPrimeSync(prime)).toBe(true)
    }))

  test('each is one operation of the pool', async () => {
    const { steps } = await run(() => promisify(crypto.scrypt)('a', 'b', 16), undefined, { record: true })
    expect(steps.map(({ what }) => what)).toEqual(['crypto.scrypt', 'crypto.scrypt done'])
  })
})
