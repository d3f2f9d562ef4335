// Where files of an execution differ from real ones, and why.
import { type Deviation, without } from '../deviation.js'

export const deviations: readonly Deviation[] = [
  {
    script: 'the number of a file, and when it was made',
    reason:
      "Inode numbers and times of files in the execution's directory are virtual, so that they are the same in every execution: " +
      'numbers count from one, times follow the virtual clock.',
    agree: without(/^(number|age) /),
  },
  {
    script: 'what mkdtemp makes up',
    reason: 'The part that `mkdtemp` makes up counts from zero in each execution, so that it is the same in every one.',
    agree: without(/^made up /),
  },
]
