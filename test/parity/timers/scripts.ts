// Scripts over timers, intervals, immediates, ticks and promises. Every order in them is one that Node guarantees, however
// late the machine is: timers that compete are armed in one go or share a duration, immediates compete from where they must win.
import type { Script } from '../both.js'

/** A promise, and what settles it. */
const gate = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** `tell` says an event; `done` settles at the `count`-th one that is told. */
const telling = (say: (event: string) => void, count = 1): { done: Promise<void>; tell: (event: string) => void } => {
  const { opened, open } = gate()
  let left = count
  const tell = (event: string): void => {
    say(event)
    if (--left === 0) open()
  }
  return { done: opened, tell }
}

/** What `using` does at the end of its block. */
const dispose = (disposable: object): void => (disposable as Record<symbol, () => void>)[Symbol.dispose]?.()

export const scripts: Readonly<Record<string, Script>> = {
  'timers of different durations fire by duration': (say) => {
    const { done, tell } = telling(say, 4)
    for (const ms of [60, 20, 40, 1]) setTimeout(() => tell(`${ms}`), ms)
    return done
  },

  'timers of one duration fire in the order in which they were armed': (say) => {
    const { done, tell } = telling(say, 5)
    for (const name of 'abcde') setTimeout(() => tell(name), 3)
    return done
  },

  'delays of 0, 1, -5, NaN, undefined and more than 2^31 - 1 are one and the same list': (say) => {
    const { done, tell } = telling(say, 6)
    for (const ms of [0, 1, -5, Number.NaN, undefined, 2 ** 30]) setTimeout(() => tell(`${ms}`), ms === 2 ** 30 ? 1 : ms)
    return done
  },

  'fractions of a millisecond share a list': (say) => {
    const { done, tell } = telling(say, 3)
    for (const ms of [2.9, 2.1, 2]) setTimeout(() => tell(`${ms}`), ms)
    return done
  },

  'an immediate comes before a timer of 0 ms from an I/O callback': (say) => {
    const { done, tell } = telling(say, 2)
    setTimeout(() => tell('timer'), 0)
    setImmediate(() => tell('immediate'))
    return done
  },

  'ticks come before promises, promises before immediates, whatever the order of asking': (say) => {
    const { done, tell } = telling(say)
    setImmediate(() => tell('immediate'))
    Promise.resolve().then(() => say('promise'))
    queueMicrotask(() => say('microtask'))
    process.nextTick(() => say('tick'))
    say('now')
    return done
  },

  'ticks and promises of a timer are done before the next timer that is due': (say) => {
    const { done, tell } = telling(say, 2)
    for (const name of ['a', 'b']) {
      setTimeout(() => {
        say(name)
        Promise.resolve().then(() => {
          say(`${name} promise`)
          process.nextTick(() => tell(`${name} late tick`))
        })
        process.nextTick(() => say(`${name} tick`))
      }, 2)
    }
    return done
  },

  'ticks and promises of an immediate are done before the next immediate': (say) => {
    const { done, tell } = telling(say, 2)
    for (const name of ['a', 'b']) {
      setImmediate(() => {
        say(name)
        Promise.resolve().then(() => tell(`${name} promise`))
        process.nextTick(() => say(`${name} tick`))
      })
    }
    return done
  },

  'an immediate set by an immediate waits for the next turn': (say) => {
    const { done, tell } = telling(say, 3)
    setImmediate(() => {
      tell('a')
      setImmediate(() => tell('a2'))
    })
    setImmediate(() => tell('b'))
    return done
  },

  'an immediate set by a timer comes before a timer armed by it': (say) => {
    const { done, tell } = telling(say, 2)
    setTimeout(() => {
      setTimeout(() => tell('timer'), 1)
      setImmediate(() => tell('immediate'))
    }, 5)
    return done
  },

  'immediates set by two timers of one list come after both': (say) => {
    const { done, tell } = telling(say, 3)
    for (const name of ['a', 'b']) {
      setTimeout(() => {
        tell(name)
        if (name === 'b') setImmediate(() => tell('immediate'))
      }, 4)
    }
    return done
  },

  'a timer cleared by another one of its list does not fire': (say) => {
    const { done, tell } = telling(say, 2)
    setTimeout(() => {
      tell('a')
      clearTimeout(b)
    }, 3)
    const b = setTimeout(() => say('b'), 3)
    setTimeout(() => tell('c'), 3)
    return done
  },

  'an immediate cleared by another one does not run': (say) => {
    const { done, tell } = telling(say, 2)
    setImmediate(() => {
      tell('a')
      clearImmediate(b)
    })
    const b = setImmediate(() => say('b'))
    setImmediate(() => tell('c'))
    return done
  },

  'timers are cleared by number, by text and by the wrong function': (say) => {
    const { done, tell } = telling(say)
    clearTimeout(+setTimeout(() => say('number'), 1))
    clearTimeout(`${+setTimeout(() => say('text'), 1)}`)
    clearInterval(setTimeout(() => say('interval'), 1))
    clearTimeout(setInterval(() => say('timeout'), 1))
    clearTimeout(setImmediate(() => say('an immediate is not cleared so')) as unknown as NodeJS.Timeout)
    clearTimeout(undefined)
    clearTimeout(null as never)
    clearImmediate(undefined)
    setTimeout(() => tell('end'), 2)
    return done
  },

  'an interval fires again and again, until it clears itself': (say) => {
    const { done, tell } = telling(say)
    let n = 0
    const interval = setInterval(() => {
      say(`${++n}`)
      if (n < 4) return
      clearInterval(interval)
      setTimeout(() => tell('end'), 3)
    }, 3)
    return done
  },

  'an interval counts on behind the timers that its callback has armed': (say) => {
    const { done, tell } = telling(say, 3)
    let n = 0
    const interval = setInterval(() => {
      n++
      tell(`interval ${n}`)
      if (n === 1) setTimeout(() => tell('timer'), 4)
      else clearInterval(interval)
    }, 4)
    return done
  },

  'an interval goes on after its callback has refreshed it': (say) => {
    const { done, tell } = telling(say, 3)
    let n = 0
    const interval = setInterval(() => {
      if (++n === 3) clearInterval(interval)
      interval.refresh()
      tell(`${n} ${interval.hasRef()}`)
    }, 2)
    return done
  },

  'a refreshed timer goes behind those of its duration': (say) => {
    const { done, tell } = telling(say, 3)
    const a = setTimeout(() => tell('a'), 3)
    setTimeout(() => tell('b'), 3)
    a.refresh()
    setTimeout(() => tell('c'), 3)
    return done
  },

  'a timer that refreshes itself fires again, with its arguments and itself as this': (say) => {
    const { done, tell } = telling(say, 3)
    let n = 0
    const timer = setTimeout(
      function (this: unknown, name: string) {
        if (++n < 3) timer.refresh()
        tell(`${name} ${n} ${this === timer}`)
      },
      2,
      'again',
    )
    return done
  },

  'a timer that has fired is armed again by refresh': async (say) => {
    let fired = gate()
    const timer = setTimeout(() => {
      say('fired')
      fired.open()
    }, 2)
    await fired.opened
    fired = gate()
    timer.refresh()
    say(`refreshed ${timer.hasRef()}`)
    await fired.opened
  },

  'refresh does nothing to a cleared timer': (say) => {
    const { done, tell } = telling(say)
    const timer = setTimeout(() => say('never'), 1)
    clearTimeout(timer)
    timer.refresh()
    setTimeout(() => tell('end'), 5)
    return done
  },

  'close and Symbol.dispose clear': (say) => {
    const { done, tell } = telling(say)
    say(`${setTimeout(() => say('closed'), 1).close() instanceof Object}`)
    dispose(setTimeout(() => say('disposed'), 1))
    dispose(setImmediate(() => say('disposed immediate')))
    setTimeout(() => tell('end'), 3)
    return done
  },

  'ref, unref and hasRef answer as Node does': (say) => {
    const { done, tell } = telling(say, 2)
    const timer = setTimeout(() => tell(`fired ${timer.hasRef()}`), 1)
    say(`${timer.hasRef()} ${timer.unref() === timer} ${timer.hasRef()} ${timer.unref().ref().hasRef()}`)
    const immediate = setImmediate(() => tell(`immediate ${immediate.hasRef()}`))
    say(`${immediate.hasRef()} ${immediate.unref() === immediate} ${immediate.hasRef()} ${immediate.ref().hasRef()}`)
    return done
  },

  'arguments are passed on': (say) => {
    const { done, tell } = telling(say, 3)
    const show = (...args: unknown[]): void => tell(args.join())
    setTimeout(show, 1, 'a', 2, null, undefined, 'e')
    setImmediate(show, 1, 2)
    const interval = setInterval(
      (...args: unknown[]) => {
        clearInterval(interval)
        show(...args)
      },
      5,
      'interval',
      5,
    )
    return done
  },

  'what is no function is refused by name': async (say) => {
    for (const arm of [setTimeout, setInterval, setImmediate] as ((callback: unknown) => unknown)[]) {
      for (const wrong of [undefined, null, 'text', {}]) {
        try {
          arm(wrong)
        } catch (error) {
          say(`${(error as { code: string }).code} ${(error as Error).message}`)
        }
      }
    }
  },
}
