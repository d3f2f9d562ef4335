// Variables of the environment that are no settings: each of them is about one run, or one machine.

interface Variable {
  readonly says: string
  readonly example: string
}

export const VARIABLES: Readonly<Record<`CROSSWIRE_${string}`, Variable>> = {
  CROSSWIRE_REPLAY: { says: 'the race that this token is of follows it, instead of searching', example: 'cw1....' },
  CROSSWIRE_DIR: { says: 'where executions have their directories', example: '/dev/shm' },
  CROSSWIRE_DRAIN: {
    says: '`turns`: a turn of the loop for each step, as on a Node that does not drain at once',
    example: 'turns',
  },
  CROSSWIRE_FS: {
    says: '`refuse`: asynchronous file operations are refused by name, as on a Node whose files cannot be controlled',
    example: 'refuse',
  },
}
