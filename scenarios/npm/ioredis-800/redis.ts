// A Redis of one page: strings, transactions, and a connection that may be lost in each phase of one.
import { constant, type Phase, type Phases, scriptedPeer } from '../../../harness/index.js'

type Command = readonly string[]

const mayEnd = (says: Phase['says']): Phase => ({ says, may: ['disconnect'] })

/** Every key that nobody has set reads as `value of KEY`. */
const phases = (): Phases => {
  const values = new Map<string, string>()
  const run = ([name, key = '', value = '']: Command): string => {
    if (name === 'get') return values.get(key) ?? `value of ${key}`
    values.set(key, value)
    return 'OK'
  }
  return {
    get: { says: (args) => run(['get', ...(args as Command)]) },
    multi: { says: constant('OK') },
    queued: mayEnd(constant('QUEUED')),
    exec: mayEnd((commands) => (commands as readonly Command[]).map(run)),
    info: { says: constant('redis_version:7.0.0\r\nloading:0\r\n') },
  }
}

export const redis = scriptedPeer({ protocol: 'resp', phases })
