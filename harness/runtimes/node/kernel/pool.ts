// The thread pool: operations start in order, at most `size` at a time; which of those acts or completes first is a choice.
import type { AsyncResource } from 'node:async_hooks'
import type { Access } from '../../../core/choice.js'
import type { Actor } from './actors.js'
import type { TaskNode } from './task.js'

export interface PoolOperation {
  readonly what: string
  readonly access: Access | null
  readonly effect: () => void
  readonly done: () => void
  readonly scope: AsyncResource | null
  /** Who asked for it, and in which step. */
  readonly by: Actor
  readonly cause: TaskNode | null
}

type PostPool = (operation: PoolOperation, stage: 'effect' | 'done', run: () => void) => void

export class Pool {
  private readonly size: number
  private readonly postStage: PostPool
  private readonly waiting: (() => void)[] = []
  private running = 0

  constructor(size: number, postStage: PostPool) {
    this.size = size
    this.postStage = postStage
  }

  submit(operation: PoolOperation): void {
    const start = () => {
      this.running++
      this.postStage(operation, 'effect', () => {
        operation.effect()
        this.postStage(operation, 'done', () => this.finish(operation))
      })
    }
    if (this.running < this.size) start()
    else this.waiting.push(start)
  }

  /** The slot is free from here on; an operation never overtakes more than the others in flight. */
  private finish(operation: PoolOperation): void {
    this.running--
    this.waiting.shift()?.()
    operation.done()
  }
}
