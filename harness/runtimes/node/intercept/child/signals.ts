// Signals as a simulated program takes them: by number, with what they do to a program that does not handle them.
import os from 'node:os'

const names = new Map<number, string>()
for (const [name, number] of Object.entries(os.constants.signals)) if (!names.has(number)) names.set(number, name)

export const signalName = (number: number): string => names.get(number) ?? `SIG${number}`

/** A signal as process.kill takes it; SIGTERM by default. */
export const signalNumber = (signal: unknown): number => {
  if (typeof signal === 'number') return signal
  return os.constants.signals[(signal ?? 'SIGTERM') as NodeJS.Signals] ?? 15
}

/** Without a handler they change nothing; stopping is not simulated, so neither is going on. */
const IGNORED = new Set(['SIGCHLD', 'SIGCONT', 'SIGURG', 'SIGWINCH', 'SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU'])

export const isIgnored = (signal: string): boolean => IGNORED.has(signal)
