// `crosswire.config.ts`: what a project says once for all its races and scenarios.

export interface Config {
  /** What one search may spend: executions, or a time as in `30s`. Default 1,000 executions for a variant, 200 for a race in a test. */
  readonly budget?: number | string
  /** u32; the same seed explores the same schedules. Default 0. */
  readonly seed?: number
  /** Name of a strategy. Default `portfolio`. */
  readonly strategy?: string
  /** How many schedules one generated workload is run under. Default 30. */
  readonly schedules?: number
  /** Executions that making one failure small may take; a long one counts once for each 250 steps. Default 2,000; 0: it stays as it was found. */
  readonly shrinkBudget?: number
  /** How many processes search at the same time. Default: one for each core. */
  readonly jobs?: number
  /** Bounds of one execution: default 100,000 steps, 24 virtual hours. */
  readonly limits?: { readonly steps?: number; readonly virtualMs?: number }
  /** Seconds of CPU time without a step after which a loop is ended. Default 5; 0: never. */
  readonly watchdog?: number
  /** `allow` lets native work through, whose order is not controlled. Default `refuse`. */
  readonly native?: 'refuse' | 'allow'
  /** Where executions of a scenario or a race run: in the thread that searches, or in worker threads that load the subject afresh. Default `none`. */
  readonly isolate?: 'none' | 'worker'
  /** With `isolate: 'worker'`: executions until a fresh thread takes over. Default 200. */
  readonly recycle?: number
  /** Who the command line tells of a search, as in `terminal,junit=out.xml`; files from the working directory. Default `terminal`. */
  readonly reporter?: string
  /** Whether races that are found are kept as files: `yes`, `no` (the default), or for the command line a folder. */
  readonly save?: string
}

/** Types a config file; returns it as it is. It is checked when it is loaded, so that a mistake names its file (`BAD_CONFIG`). */
export const defineConfig = (config: Config): Config => config
