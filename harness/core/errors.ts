// Every error that crosswire raises on its own account: a stable code, by whose fault, and what to do about it.

/** Whose fault: the user's input, the machinery that drives the subject, a replay that does not fit, or crosswire itself. */
export type Fault = 'usage' | 'driver' | 'divergence' | 'internal'

/** The one list of codes; the docs' table of errors is generated from it. */
export const ERROR_CODES = {
  UNKNOWN_SCENARIO: { fault: 'usage', says: 'no scenario, file or variant of that name' },
  BAD_OPTION: { fault: 'usage', says: 'an option or setting has a value that it cannot take' },
  BAD_CONFIG: { fault: 'usage', says: 'a config file cannot be loaded, or has a key or a value that it cannot have' },
  BAD_TOKEN: { fault: 'usage', says: 'a replay token is cut, altered or not a token at all' },
  TOKEN_TOO_NEW: { fault: 'usage', says: 'a token or file was written by a newer format' },
  BAD_RACE_FILE: { fault: 'usage', says: 'a race file cannot be read, or has a key or a value that it cannot have' },
  BAD_SCENARIO_FILE: { fault: 'usage', says: 'a scenario file throws, or exports no scenario' },
  NO_DIRECTORY: { fault: 'usage', says: 'no directory can be made for the files of executions' },
  PACKAGE_MISSING: { fault: 'driver', says: 'a package that a scenario needs is not installed' },
  RELEASE_MISSING: { fault: 'driver', says: 'a release that a scenario is about cannot be fetched' },
  SOURCE_MISSING: {
    fault: 'usage',
    says: 'the code that a scenario is about is not there: no checkout is named, or what is there is something else',
  },
  INTERPRETER_MISSING: { fault: 'driver', says: 'no Python is there that can run a scenario' },
  FAKE_TIMERS_ACTIVE: { fault: 'usage', says: 'a fake clock is installed around an execution' },
  TWO_KERNELS: { fault: 'usage', says: 'two copies of crosswire are loaded in one process' },
  NOT_IN_A_RACE: { fault: 'usage', says: 'a race uses something of its test host that means nothing under many schedules' },
  OUTSIDE_A_RACE: { fault: 'usage', says: 'something of an execution was asked for where none runs' },
  NOT_REGISTERED: { fault: 'usage', says: 'crosswire/register was not loaded before the subject' },
  REAL_IO_ESCAPED: { fault: 'driver', says: 'native work that no choice reaches was started inside an execution' },
  NOT_IN_A_THREAD: { fault: 'driver', says: 'the subject did what only the main thread of a process can' },
  REAL_NETWORK_DENIED: { fault: 'driver', says: 'an execution reached for the real network' },
  WRITE_OUTSIDE_DENIED: { fault: 'driver', says: 'an execution wrote asynchronously outside its own directory' },
  IMPORT_INSIDE_EXECUTION: { fault: 'driver', says: 'a module was loaded for the first time inside an execution' },
  STATE_LEAKED_BETWEEN_EXECUTIONS: { fault: 'driver', says: 'the subject keeps state from one execution to the next' },
  TOOL_NOT_IMMEDIATE: { fault: 'usage', says: 'a tool function did not settle within one drain' },
  WATCHDOG: { fault: 'driver', says: 'a loop that no choice reaches was ended' },
  SUBJECT_EXITED: { fault: 'driver', says: 'the subject ended the process that searches' },
  WORKER_DIED: { fault: 'driver', says: 'the process that searches ended before its report' },
  ONLY_SIMULATED: { fault: 'driver', says: 'a scenario asks for what only the simulated world has' },
  DISPATCHER_DIED: { fault: 'driver', says: 'the spawned dispatcher ended before it was asked to' },
  REPLAY_DIVERGED: { fault: 'divergence', says: 'a replay does not fit the subject any more' },
  NOT_DETERMINISTIC: { fault: 'driver', says: 'the same schedule gave two different executions' },
  BAD_REPORT: { fault: 'usage', says: 'a report to be merged is cut, altered, or of another search' },
  REPORT_NOT_WRITTEN: { fault: 'usage', says: 'a report could not be written where it was asked for' },
  INTERNAL: { fault: 'internal', says: 'crosswire itself failed' },
} as const satisfies Record<string, { readonly fault: Fault; readonly says: string }>

export type ErrorCode = keyof typeof ERROR_CODES

/** What an error tells besides its message: found against expected, the usual cause, the remedy. */
export interface ErrorHelp {
  readonly found?: string
  readonly expected?: string
  readonly usually?: string
  readonly remedy?: string
}

/** An error of crosswire's own; a failing subject is a verdict, never one of these. */
export class HarnessError extends Error {
  declare readonly code: ErrorCode
  declare readonly fault: Fault
  /** What was said, without the code before it and the help behind it. */
  declare readonly summary: string
  declare readonly help: ErrorHelp

  constructor(code: ErrorCode, message: string, help: ErrorHelp = {}, options?: ErrorOptions) {
    super(`${code}: ${message}${helpText(help)}`, options)
    this.name = 'HarnessError'
    // Node and test runners print the enumerable fields of an error behind its message, which says all of it.
    for (const [name, value] of Object.entries({ code, fault: ERROR_CODES[code].fault, summary: message, help })) {
      Object.defineProperty(this, name, { value })
    }
  }
}

/** Whether what was thrown is one of them. Never throws, whatever was thrown: a proxy may refuse to be asked. */
export const isHarnessError = (thrown: unknown): thrown is HarnessError => {
  try {
    return thrown instanceof HarnessError
  } catch {
    return false
  }
}

const helpText = ({ found, expected, usually, remedy }: ErrorHelp): string =>
  [
    found === undefined ? '' : `\n  found:    ${found}`,
    expected === undefined ? '' : `\n  expected: ${expected}`,
    usually === undefined ? '' : `\n  usually:  ${usually}`,
    remedy === undefined ? '' : `\n  remedy:   ${remedy}`,
  ].join('')
