// Directories with made-up names: the same names in every execution, and a name for keys that does not count.
import { realFs } from '../../files/real-fs.js'
import type { Kernel } from '../../kernel/types.js'
import { absolute, isInside } from './paths.js'
import { shadowOf } from './shadow.js'

const RANDOM = 'XXXXXX'

/** `mkdtemp` inside an execution, as Node's library calls it below `fs`: (prefix, encoding, ...). */
export const makeTemporary = (kernel: Kernel, [given, encoding]: unknown[]): unknown => {
  const text = typeof given === 'string' ? given : Buffer.from(given as Uint8Array).toString()
  // Some Nodes add the random part's place themselves.
  const prefix = text.endsWith(RANDOM) ? text.slice(0, -RANDOM.length) : text
  const shadow = shadowOf(kernel)
  for (;;) {
    const path = prefix + shadow.nextName().toString(36).padStart(RANDOM.length, '0')
    if (!attempt(path, prefix)) continue
    const plain = absolute(path)
    if (isInside(kernel, plain)) shadow.temporary.set(plain, absolute(prefix + RANDOM))
    return encoding === 'buffer' ? Buffer.from(path) : Buffer.from(path).toString((encoding as BufferEncoding) ?? 'utf8')
  }
}

const attempt = (path: string, prefix: string): boolean => {
  try {
    realFs.mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw asMkdtemp(error as NodeJS.ErrnoException, prefix)
  }
}

/** The failure under the name of the call that the subject made. */
const asMkdtemp = (error: NodeJS.ErrnoException, prefix: string): NodeJS.ErrnoException => {
  const path = prefix + RANDOM
  error.message = error.message.replace(/, mkdir .*$/s, `, mkdtemp '${path}'`)
  return Object.assign(error, { syscall: 'mkdtemp', path })
}
