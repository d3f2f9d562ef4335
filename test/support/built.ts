// Before all tests: the build is as new as the sources, since tests of the command line and of the hosts run what is published.
import { setUp } from '../../harness/cli/set-up.mjs'

export const setup = (): void => {
  try {
    setUp({ installed: true })
  } catch (error) {
    // In the middle of a change other tests can still run; `npm test` and CI build before them, and stop there.
    console.error(String(error))
  }
}
