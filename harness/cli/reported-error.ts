// An error that another process has reported, with its text as it was written there.
import type { Problem } from './messages.js'

export class ReportedError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.text)
    this.name = 'ReportedError'
    this.problem = problem
  }
}
