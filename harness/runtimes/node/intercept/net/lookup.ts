// dns.lookup: this machine's own names are answered in memory, all others are refused by name.
import { AsyncResource } from 'node:async_hooks'
import dns from 'node:dns'
import net from 'node:net'
import { current } from '../../kernel/current.js'
import type { Kernel } from '../../kernel/types.js'
import { type Callable, replaceMethod, type Undo, undoAll } from '../replace.js'
import { denied } from './denied.js'

const LOOPBACK = new Set(['localhost', 'ip6-localhost', 'ip6-loopback'])

/** Names of this machine for itself, and its loopback addresses. */
export const isLoopbackName = (host: string): boolean => {
  const name = host.toLowerCase().replace(/\.$/, '')
  return LOOPBACK.has(name) || name.endsWith('.localhost') || isLoopbackAddress(name)
}

/** The address that is meant: a mapped one is IPv4, and "any address" is this machine. */
export const meantAddress = (address: string): string => {
  if (address === '0.0.0.0') return '127.0.0.1'
  if (address === '::') return '::1'
  const unmapped = address.toLowerCase().startsWith('::ffff:') ? address.slice(7) : ''
  return net.isIPv4(unmapped) ? unmapped : address
}

export const isLoopbackAddress = (address: string): boolean => {
  const meant = meantAddress(address)
  return meant === '::1' || (net.isIPv4(meant) && meant.startsWith('127.'))
}

export const installLookup = (): Undo =>
  undoAll([replaceMethod(dns, 'lookup', lookup), replaceMethod(dns.promises, 'lookup', lookupPromise)])

/** Addresses and what Node refuses by itself need no look-up. */
const needsNone = (host: unknown): boolean => typeof host !== 'string' || host === '' || net.isIP(host) !== 0

const lookup = (original: Callable): Callable =>
  function (host, ...rest) {
    const kernel = current()
    const callback = rest.at(-1)
    if (kernel === null || needsNone(host) || typeof callback !== 'function')
      return Reflect.apply(original, this, [host, ...rest])
    const address = resolved(kernel, host as string, rest[0])
    const scope = new AsyncResource('SimulatedLookup', { requireManualDestroy: true })
    // Node gives an address back as it would a name, in every form that can be asked for; only when it does so is ours.
    const later = (...answer: unknown[]) => {
      kernel.once('io', `dns.lookup ${host}`, () => Reflect.apply(callback, undefined, answer), scope)
    }
    return Reflect.apply(original, this, [address, ...rest.slice(0, -1), later])
  }

const lookupPromise = (original: Callable): Callable =>
  async function (host, ...rest) {
    const kernel = current()
    if (kernel === null || needsNone(host)) return Reflect.apply(original, this, [host, ...rest])
    const answer = await Reflect.apply(original, this, [resolved(kernel, host as string, rest[0]), ...rest])
    await new Promise<void>((resolve) => void kernel.once('io', `dns.lookup ${host}`, resolve))
    return answer
  }

/** IPv4 unless IPv6 is asked for: a machine whose hosts file has the usual one line. */
const resolved = (kernel: Kernel, host: string, options: unknown): string => {
  if (!isLoopbackName(host)) throw denied(kernel, host)
  const family = typeof options === 'object' && options !== null ? (options as { family?: unknown }).family : options
  return family === 6 || family === 'IPv6' ? '::1' : '127.0.0.1'
}
