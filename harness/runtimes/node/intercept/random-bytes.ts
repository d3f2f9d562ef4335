// Random values drawn from the streams of an execution.
import type { Kernel } from '../kernel/types.js'
import { wallMs } from './clocks/clock.js'

/** A float in [0, 1) with 53 bits, as `Math.random()` gives it. */
export const drawFloat = (kernel: Kernel, stream: 'math' | 'crypto'): number => {
  const high = kernel.random(stream) >>> 5
  const low = kernel.random(stream) >>> 6
  return (high * 2 ** 26 + low) / 2 ** 53
}

/** Fills `bytes` from the crypto stream, four bytes a draw. */
export const fillRandom = (kernel: Kernel, bytes: Uint8Array): void => {
  for (let i = 0; i < bytes.length; i += 4) {
    const draw = kernel.random('crypto')
    for (let j = 0; j < 4 && i + j < bytes.length; j++) bytes[i + j] = (draw >>> (8 * j)) & 255
  }
}

const asUuid = (bytes: Buffer, version: number): string => {
  bytes[6] = ((bytes[6] as number) & 15) | (version << 4)
  bytes[8] = ((bytes[8] as number) & 63) | 128
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const drawBytes = (kernel: Kernel): Buffer => {
  const bytes = Buffer.alloc(16)
  fillRandom(kernel, bytes)
  return bytes
}

/** A version 4 UUID from the crypto stream. */
export const drawUuid = (kernel: Kernel): string => asUuid(drawBytes(kernel), 4)

/** A version 7 UUID: the wall clock in ms, then bits of the crypto stream. */
export const drawUuidV7 = (kernel: Kernel): string => {
  const bytes = drawBytes(kernel)
  bytes.writeUIntBE(wallMs(kernel), 0, 6)
  return asUuid(bytes, 7)
}

/** The bytes behind a buffer or view. */
export const bytesOf = (target: ArrayBufferView | ArrayBufferLike): Uint8Array =>
  ArrayBuffer.isView(target) ? new Uint8Array(target.buffer, target.byteOffset, target.byteLength) : new Uint8Array(target)
