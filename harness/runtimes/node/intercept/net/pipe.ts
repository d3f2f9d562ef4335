// Unix sockets in memory: paths, and ends that the other side notices at once.
import type { Kernel } from '../../kernel/types.js'
import { type Request, uv } from './bindings.js'
import { type Connection, createConnection } from './connection.js'
import { dial } from './dial.js'
import { Listener } from './listener.js'
import { pathLabel } from './names.js'
import { networkOf } from './network.js'
import { StreamHandle } from './stream-handle.js'

export class PipeHandle extends StreamHandle {
  protected readonly remote = false

  connect(request: Request, path: string): number {
    const { kernel } = this
    const { listener, exists } = networkOf(kernel).atPath(path)
    dial(this, request, {
      kernel,
      label: pathLabel(path),
      remote: false,
      listener: listener ?? null,
      absent: uv(exists ? 'ECONNREFUSED' : 'ENOENT'),
      welcome: (connection) => this.counterpart(connection),
    })
    return 0
  }

  private counterpart(connection: Connection): PipeHandle {
    const handle = new PipeHandle(this.kernel, `${connection.name} (accepted)`)
    handle.join(connection.c2s, connection.s2c)
    return handle
  }
}

export class PipeListener extends Listener {
  private readonly path: string

  constructor(kernel: Kernel, path: string) {
    super(kernel, pathLabel(path))
    this.path = path
  }

  protected bind(): number {
    return networkOf(this.kernel).bindPath(this.path, this)
  }

  protected unbind(): void {
    networkOf(this.kernel).unbindPath(this.path, this)
  }
}

/**
 * Two handles that are connected from the start, as by socketpair: a standard stream of a program. Neither counts as a leftover:
 * the program does. What happens at `far` is done by `actor`.
 */
export const pipePair = (
  kernel: Kernel,
  name: string,
  actor: string,
): { readonly near: PipeHandle; readonly far: PipeHandle } => {
  const connection = createConnection(kernel, name, false)
  const near = new PipeHandle(kernel, name, false)
  const far = kernel.as(actor, () => new PipeHandle(kernel, `${name} (program)`, false))
  near.join(connection.s2c, connection.c2s)
  far.join(connection.c2s, connection.s2c)
  return { near, far }
}
