// From Node 26 on `fs.promises` reads and writes whole files in one native job: inside an execution the job is done step by step,
// as older Nodes do it and as the file system sees it.
import { current } from '../../kernel/current.js'
import { notePending } from '../../kernel/outside.js'
import { replaceValue, type Undo, undoAll } from '../replace.js'
import type { FsBinding, Native } from './binding.js'
import { readWhole, writeWhole } from './loops.js'

type JobClass = new (...args: unknown[]) => object

const never = (): null => null

/** (error, content, fd, size): `fd` is -1 because the file is closed again. */
class ReadFileJob {
  ondone: ((error: Error | null, ...rest: unknown[]) => void) | undefined
  private readonly path: unknown
  private readonly flags: number

  constructor(path: unknown, flags: number) {
    this.path = path
    this.flags = flags
  }

  run(): void {
    readWhole(this.path, { flag: this.flags, stopped: never }, (error, data) => {
      if (error === null) this.ondone?.(null, data, -1)
      else this.ondone?.(error)
    })
  }
}

class WriteFileJob {
  ondone: ((error: Error | null) => void) | undefined
  private readonly path: unknown
  private readonly flag: number
  private readonly mode: number
  private readonly data: NodeJS.ArrayBufferView

  constructor(...[path, flag, mode, data]: [unknown, number, number, NodeJS.ArrayBufferView]) {
    this.path = path
    this.flag = flag
    this.mode = mode
    this.data = data
  }

  run(): void {
    const { path, data, flag, mode } = this
    writeWhole(path, data, {
      flag,
      mode,
      flush: false,
      skipsNothing: true,
      stopped: never,
      done: (error) => this.ondone?.(error),
    })
  }
}

/** Returns the undo; nothing to do where there are no such jobs. */
export const controlJobs = ({ functions }: FsBinding): Undo =>
  undoAll([
    replaceJob(functions, 'ReadFileJob', ReadFileJob as JobClass),
    replaceJob(functions, 'WriteFileJob', WriteFileJob as JobClass),
  ])

const replaceJob = (functions: Record<string, Native>, name: string, Controlled: JobClass): Undo => {
  const native = functions[name] as unknown as JobClass | undefined
  if (native === undefined) return () => {}
  const either = new Proxy(native, {
    construct: (target, args) => (current() === null ? noted(new target(...args) as NativeJob) : new Controlled(...args)),
  })
  return replaceValue(functions, name, either)
}

interface NativeJob {
  ondone(...results: unknown[]): void
  run(...args: unknown[]): unknown
}

/** No list of Node's shows these jobs: an execution that begins meanwhile waits for them. */
const noted = (job: NativeJob): NativeJob => {
  const { run } = job
  job.run = (...args) => {
    const { ondone } = job
    let finish = (): void => {}
    void notePending(new Promise<void>((resolve) => void (finish = resolve)))
    job.ondone = (...results) => {
      finish()
      ondone.apply(job, results)
    }
    const refused = run.apply(job, args)
    if (refused !== undefined) finish()
    return refused
  }
  return job
}
