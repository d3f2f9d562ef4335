// Where a debugger stops: the schedule goes another way than Node would by itself.

/**
 * Without effect where no debugger is attached. `deviation` and `why` are for whoever looks at this frame: the task that comes out of turn,
 * or the data that was chosen, and the one in whose place it comes. Step out, or step into the task that is called next.
 */
export const stopHere = (deviation: string, why: string): string => {
  // biome-ignore lint/suspicious/noDebugger: that is what it is for
  debugger
  return `${deviation} ${why}`
}
