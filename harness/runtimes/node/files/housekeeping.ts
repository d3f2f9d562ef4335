// The harness's own file work inside an execution: it is nobody's operation, so interceptions let it through unseen.
let depth = 0

/** Runs synchronous file work of the harness's own. */
export const housekeeping = <T>(work: () => T): T => {
  depth++
  try {
    return work()
  } finally {
    depth--
  }
}

export const isHousekeeping = (): boolean => depth > 0
