// What is open: sockets, servers, programs, files. What is still here at the end is a leftover, and is destroyed.
import type { Leftover } from '../../../core/execution.js'
import { placed, type Sight } from '../sight/sight.js'
import type { Actor } from './actors.js'
import type { Resource } from './types.js'

interface Held {
  readonly resource: Resource
  readonly by: Actor
}

export class Resources {
  /** Only while an execution is looked at closely. */
  sight: Sight | null = null
  private readonly held: Held[] = []

  hold(resource: Resource, by: Actor): { remove(): void } {
    const entry = { resource, by }
    this.held.push(entry)
    this.sight?.note(entry)
    return { remove: () => this.remove(entry) }
  }

  private remove(entry: Held): void {
    const index = this.held.lastIndexOf(entry)
    if (index >= 0) this.held.splice(index, 1)
  }

  get isEmpty(): boolean {
    return this.held.length === 0
  }

  /** Something open would keep a bare process alive. */
  get anyReferenced(): boolean {
    for (const { resource } of this.held) if (resource.referenced) return true
    return false
  }

  leftovers(): Leftover[] {
    return this.held.map((entry) => {
      const { kind, what, referenced } = entry.resource
      return { kind, what, actor: entry.by.name, referenced, ...placed(this.sight, entry) }
    })
  }

  /** Newest first: a socket goes before the server that accepted it. */
  destroyAll(onError: (error: unknown) => void): void {
    for (const { resource } of [...this.held].reverse()) {
      try {
        resource.destroy()
      } catch (error) {
        onError(error)
      }
    }
  }

  clear(): void {
    this.held.length = 0
  }
}
