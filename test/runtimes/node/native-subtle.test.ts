// crypto.subtle inside executions: the results, and the errors, of the real one.
import crypto, { type webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { inside } from '../../support/inside.js'
import { outcomes, randomWalk, run } from '../../support/run.js'

const { subtle } = crypto.webcrypto
type Key = webcrypto.CryptoKey
const { CryptoKey } = globalThis as unknown as { CryptoKey: new () => Key }
const DATA = Buffer.from('some data to work on')
const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex')
const usages = (...names: string[]) => names as webcrypto.KeyUsage[]
const secret = (name: string, ...names: string[]): Promise<Key> =>
  subtle.importKey('raw', Buffer.alloc(32, 7), name === 'HMAC' ? { name, hash: 'SHA-256' } : { name }, true, usages(...names))

/** Each gives the same every time: what draws at random is checked by its way back. */
const scripts: Record<string, () => Promise<unknown>> = {
  'digests of every kind, of strings of bytes and of buffers': async () => {
    const names = ['SHA-1', 'sha-256', 'SHA-384', 'SHA-512']
    const all = [DATA, new Uint8Array(DATA).buffer, new DataView(new ArrayBuffer(3))]
    return Promise.all(names.flatMap((name) => all.map(async (data) => text(await subtle.digest(name, data)))))
  },
  'a digest named by an object': async () => text(await subtle.digest({ name: 'SHA-256' }, DATA)),
  'a signature by a shared secret, and its check': async () => {
    const key = await secret('HMAC', 'sign', 'verify')
    const signature = await subtle.sign('HMAC', key, DATA)
    return [
      text(signature),
      await subtle.verify('HMAC', key, signature, DATA),
      await subtle.verify('HMAC', key, signature, Buffer.from('x')),
    ]
  },
  'a signature by a pair of keys, and its check': async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    const { privateKey, publicKey } = (await subtle.generateKey(
      algorithm,
      false,
      usages('sign', 'verify'),
    )) as webcrypto.CryptoKeyPair
    const signature = await subtle.sign(algorithm, privateKey, DATA)
    return [privateKey.extractable, publicKey instanceof CryptoKey, await subtle.verify(algorithm, publicKey, signature, DATA)]
  },
  'encryption and decryption': async () => {
    const key = await secret('AES-GCM', 'encrypt', 'decrypt')
    const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) }
    const sealed = await subtle.encrypt(algorithm, key, DATA)
    return [text(sealed), text(await subtle.decrypt(algorithm, key, sealed))]
  },
  'bits and keys from a password': async () => {
    const key = await subtle.importKey('raw', DATA, 'PBKDF2', false, usages('deriveBits', 'deriveKey'))
    const algorithm = { name: 'PBKDF2', salt: DATA, iterations: 10, hash: 'SHA-256' }
    const derived = await subtle.deriveKey(algorithm, key, { name: 'AES-CBC', length: 256 }, true, usages('encrypt'))
    return [text(await subtle.deriveBits(algorithm, key, 128)), text((await subtle.exportKey('raw', derived)) as ArrayBuffer)]
  },
  'a secret that two share': async () => {
    const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
    const make = async () => (await subtle.generateKey(algorithm, true, usages('deriveBits'))) as webcrypto.CryptoKeyPair
    const [ann, bob] = [await make(), await make()]
    const one = await subtle.deriveBits({ name: 'ECDH', public: bob.publicKey }, ann.privateKey, 256)
    const two = await subtle.deriveBits({ name: 'ECDH', public: ann.publicKey }, bob.privateKey, 256)
    return text(one) === text(two)
  },
  'keys go out and come in, wrapped and plain': async () => {
    const wrapper = await secret('AES-KW', 'wrapKey', 'unwrapKey')
    const key = await secret('HMAC', 'sign')
    const wrapped = await subtle.wrapKey('raw', key, wrapper, 'AES-KW')
    const back = await subtle.unwrapKey(
      'raw',
      wrapped,
      wrapper,
      'AES-KW',
      { name: 'HMAC', hash: 'SHA-256' },
      true,
      usages('sign'),
    )
    const jwk = await subtle.exportKey('jwk', back)
    const pair = (await subtle.generateKey({ name: 'Ed25519' }, true, usages('sign'))) as webcrypto.CryptoKeyPair
    const spki = (await subtle.exportKey('spki', pair.publicKey)) as ArrayBuffer
    return [text(wrapped), jwk, spki.byteLength]
  },
  'what is refused, with the error of the real one': async () => {
    const told = (error: unknown) => {
      const { name, message, code } = error as { name: string; message: string; code: unknown }
      return [name, message, code, error instanceof DOMException, error instanceof TypeError]
    }
    const key = await secret('AES-GCM', 'decrypt')
    return Promise.all([
      subtle.digest('klingon', DATA).catch(told),
      subtle.digest('SHA-256', 'text' as unknown as Buffer).catch(told),
      (subtle.digest as (name: string) => Promise<unknown>)('SHA-256').catch(told),
      subtle.encrypt({ name: 'AES-GCM', iv: DATA }, key, DATA).catch(told),
      subtle.decrypt({ name: 'AES-GCM', iv: DATA }, key, DATA).catch(told),
      subtle.sign('HMAC', (() => {}) as unknown as Key, DATA).catch(told),
      subtle.digest.call({} as webcrypto.SubtleCrypto, 'SHA-256', DATA).catch(told),
    ])
  },
}

test.each(Object.entries(scripts))('%s', async (_name, script) => {
  const real = await script()
  expect(await inside(script)).toEqual(real)
  expect(await inside(script, randomWalk(5))).toEqual(real)
})

test('each call that Node gives to a thread is one operation, and of two either may end first', async () => {
  const both = async () => {
    const ended: string[] = []
    const key = await secret('HMAC', 'sign')
    await Promise.all([
      subtle.sign('HMAC', key, DATA).then(() => ended.push('sign')),
      subtle.digest('SHA-1', DATA).then(() => ended.push('digest')),
    ])
    return ended.join()
  }
  const counts = await outcomes(100, (say) => async () => say(await both()))
  expect(Object.keys(counts).sort()).toEqual(['digest,sign', 'sign,digest'])
  const { steps } = await run(both, undefined, { record: true })
  expect(steps.map(({ what }) => what).sort()).toEqual([
    'crypto.subtle.digest',
    'crypto.subtle.digest done',
    'crypto.subtle.sign',
    'crypto.subtle.sign done',
  ])
})

test('the helper thread holds up nothing: no leftover, no listener, no escape', async () => {
  const { leftovers, escapes, end } = await run(async () => subtle.sign('HMAC', await secret('HMAC', 'sign'), DATA), undefined, {
    record: true,
  })
  expect({ leftovers, escapes, end: end.kind }).toEqual({ leftovers: [], escapes: [], end: 'completed' })
})
