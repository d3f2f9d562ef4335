// own-response judges recorded operations. A race that asserts by itself records none: then there is nothing to judge, and no doubt either.
import { isNotDispatcher } from '../core/history.js'
import type { Oracle } from '../core/verdict.js'

const OWN_RESPONSE = 'own-response'

/** `oracles`, with own-response left out of executions in which no caller recorded an operation. */
export const whereRecorded = (oracles: readonly Oracle[]): Oracle[] =>
  oracles.map((oracle) => (oracle.name === OWN_RESPONSE ? onlyRecorded(oracle) : oracle))

const onlyRecorded = (oracle: Oracle): Oracle => ({
  name: oracle.name,
  judge: (execution) => {
    if (execution.history.some(({ actor }) => isNotDispatcher(actor))) return oracle.judge(execution)
    return { oracle: oracle.name, outcome: 'pass', message: 'own-response: nothing to judge' }
  },
})
