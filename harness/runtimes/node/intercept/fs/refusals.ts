// What is refused by name: writes that no execution could undo, and calls without a synchronous twin.
import { constants } from 'node:fs'
import { HarnessError } from '../../../../core/errors.js'
import type { Kernel } from '../../kernel/types.js'
import type { Operation } from './operations.js'
import { absolute, follow, isInside } from './paths.js'
import { shadowOf } from './shadow.js'

/** Writing there changes nothing. */
const HARMLESS = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty'])

/** Whether opening with these flags changes the file itself: it appears, or loses its content. */
export const opensByChanging = (flags: unknown): boolean => ((flags as number) & (constants.O_CREAT | constants.O_TRUNC)) !== 0

/** Ends the execution where an asynchronous call writes outside of its directory: the next execution would find what this one wrote. */
export const refuseWriteOutside = (kernel: Kernel, operation: Operation, args: readonly unknown[]): void => {
  if (!operation.writes && !opensForWriting(operation, args[1])) return
  const path = writtenPath(kernel, operation, args)
  if (path !== null) throw kernel.refuse(writeOutside(kernel, operation.verb, path))
}

const WRITING = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND

const opensForWriting = ({ verb }: Operation, flags: unknown): boolean => verb === 'open' && ((flags as number) & WRITING) !== 0

const writtenPath = (kernel: Kernel, { takes, verb }: Operation, args: readonly unknown[]): string | null => {
  if (takes === 'fd') return harmful(shadowOf(kernel).open.get(args[0] as number)?.outside ?? null)
  const both = takes === 'paths' && verb !== 'copyFile'
  const paths = takes === 'path' ? [args[0]] : both ? [args[0], args[1]] : [args[1]]
  const real = paths.map((path) => whereItLies(kernel, absolute(path)))
  return harmful(real.find((path) => !isInside(kernel, path)) ?? null)
}

/** A link inside that leads outside does not make it inside. */
const whereItLies = (kernel: Kernel, path: string): string =>
  isInside(kernel, path) ? follow(shadowOf(kernel), path, false) : path

const harmful = (path: string | null): string | null => (path === null || HARMLESS.has(path) ? null : path)

const writeOutside = (kernel: Kernel, verb: string, path: string): HarnessError =>
  new HarnessError('WRITE_OUTSIDE_DENIED', `fs.${verb} would write ${path}, outside of the execution's directory`, {
    found: path,
    expected: `a path below ${kernel.dir()}`,
    usually: 'the code under test has a fixed directory, or worked it out when its module was loaded',
    remedy: 'hand it world.dir(), or let it call os.tmpdir() inside the execution, which lies there',
  })
