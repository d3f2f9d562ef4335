// What a thread that is about to be ended still has to say: the watchdog has it said in the middle of the loop that never ends.

const WORDS = Symbol.for('crosswire.lastWords')
const END = Symbol.for('crosswire.endThread')
const holder = globalThis as { [WORDS]?: (text: string) => void; [END]?: () => void }

/** `say` is called with the watchdog's text, synchronously, at whatever line the thread stands. Whatever it sends must be sent when it returns. */
export const setLastWords = (say: (text: string) => void): void => {
  holder[WORDS] = say
}

export const hasLastWords = (): boolean => holder[WORDS] !== undefined

/** For the watchdog's own thread: expressions for the one that it has paused. */
export const sayLastWords = (text: string): string => `globalThis[Symbol.for('${WORDS.description}')]?.(${JSON.stringify(text)})`
export const END_THREAD = `globalThis[Symbol.for('${END.description}')]?.()`

/** Lets the watchdog end this worker thread; the process goes on. Hosts replace `process.exit`, and exit handlers are the subject's. */
export const beEndable = (): void => {
  const { reallyExit } = process as unknown as { reallyExit: (code: number) => void }
  holder[END] = () => reallyExit.call(process, 1)
}
