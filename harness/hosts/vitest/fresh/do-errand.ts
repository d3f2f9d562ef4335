// In the fresh thread: the race's test, which executes what the worker asks for until the worker says that it is over.
import { worldBody } from '../../../callers/world.js'
import type { Execution } from '../../../core/execution.js'
import { plainData } from '../../../reporters/plain-data.js'
import { serveExecutions } from '../../../runtimes/node/threads/index.js'
import type { RaceBody } from '../../race-subject.js'
import type { Errand, FromThread, FromWorker } from './errand.js'

export interface ErrandRace {
  readonly body: RaceBody
  readonly reset?: (() => void) | undefined
}

/** Settles at the end of the errand. */
export const doErrand = ({ port, warmUp }: Errand, { body, reset }: ErrandRace): Promise<void> => {
  const answer = (message: FromThread): void => port.postMessage(message)
  const perform = serveExecutions({
    bodyFor: () => worldBody(body),
    warmUp,
    answer,
    plain: (execution) => plainData(execution) as Execution,
    ...(reset === undefined ? {} : { reset }),
  })
  return new Promise((resolve) => {
    port.on('message', (message: FromWorker) => {
      if (message !== 'end') return void perform(message)
      port.close()
      resolve()
    })
    answer({ type: 'ready' })
  })
}
