// Variables of the environment that are no settings: each of them is about one run, or one machine.

interface Variable {
  readonly says: string
  readonly example: string
}

export const VARIABLES: Readonly<Record<`CROSSWIRE_${string}`, Variable>> = {
  CROSSWIRE_REPLAY: { says: 'the race that this token is of follows it, instead of searching', example: 'cw1....' },
  CROSSWIRE_DIR: { says: 'where executions have their directories', example: '/dev/shm' },
  CROSSWIRE_CACHE: { says: 'where fetched releases are kept, outside of every project', example: '~/.cache/crosswire' },
  CROSSWIRE_RUN: {
    says: 'set by `--runtime real` in all that a run starts, so that what outlives the run is found and ended; nobody else sets it',
    example: 'a name and a number',
  },
  CROSSWIRE_DEBUG: {
    says: '`workers`: the command line tells on stderr which process explores which share of a search',
    example: 'workers',
  },
  CROSSWIRE_WITHOUT: {
    says: 'for tests: what is to be taken for absent of what Node and the system offer, by the names that `crosswire doctor` shows; or `all`',
    example: 'drain,memory',
  },
}
