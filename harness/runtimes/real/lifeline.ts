// Ends a process with whoever needs it: by a signal, with its parent however that one dies, and with its stdin where that was asked for.

export interface LifelineOptions {
  /** The process that must stay the parent. Default: the parent of now. */
  readonly parent: number | undefined
  readonly untilStdinEnds: boolean
}

export interface Lifeline {
  /** Settles once it is time to end, with the reason. */
  readonly cut: Promise<string>
  /** Lets the process end by itself. */
  release(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
const LOOK_EVERY_MS = 100

/** The kernel tells nobody that a parent was killed, but it hands its children to another one: that can be seen. */
export const holdLifeline = ({ parent = process.ppid, untilStdinEnds }: LifelineOptions): Lifeline => {
  const releases: (() => void)[] = []
  const cut = new Promise<string>((resolve) => {
    for (const signal of SIGNALS) {
      const end = (): void => resolve(signal)
      process.on(signal, end)
      releases.push(() => void process.off(signal, end))
    }
    const timer = setInterval(() => {
      if (process.ppid !== parent) resolve('the parent is gone')
    }, LOOK_EVERY_MS)
    releases.push(() => clearInterval(timer))
    const lost = (): void => resolve('nobody reads the output')
    process.stdout.on('error', lost)
    releases.push(() => void process.stdout.off('error', lost))
    if (!untilStdinEnds) return
    const ended = (): void => resolve('stdin ended')
    if (process.stdin.readableEnded) ended()
    process.stdin.on('end', ended).on('close', ended).on('error', ended).resume()
    releases.push(() => void process.stdin.off('end', ended).off('close', ended).destroy())
  })
  return {
    cut,
    release: () => {
      for (const release of releases.splice(0)) release()
    },
  }
}
