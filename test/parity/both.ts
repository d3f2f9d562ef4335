// One script of events, run on real Node and in the simulated world.
import { stat } from 'node:fs'
import { calm, type Policy } from '../../harness/core/policy.js'
import { inside } from '../support/inside.js'

/** Tells its events as they happen; settles after the last one. */
export type Script = (say: (event: string) => void) => Promise<unknown>

/** Real Node, from an I/O callback: that is where the loop stands when an execution begins. */
export const onNode = (script: Script): Promise<string[]> =>
  new Promise((resolve, reject) => {
    stat('.', () => {
      const events: string[] = []
      script((event) => events.push(event)).then(() => resolve(events), reject)
    })
  })

/** The simulated world under `policy`, the calmest one by default. */
export const simulated = (script: Script, policy: Policy = calm): Promise<string[]> =>
  inside(async () => {
    const events: string[] = []
    await script((event) => events.push(event))
    return events
  }, policy)
