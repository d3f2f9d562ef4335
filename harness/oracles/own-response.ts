// The oracle that crosswire is for: every caller gets its own answer, once, whole, and not too late.
import { type Call, callsOf, DISPATCHER, type HistoryEvent } from '../core/history.js'
import { carries, tokensOf } from '../core/tokens.js'
import type { Oracle, Verdict } from '../core/verdict.js'
import { diagnose } from './own-response-diagnosis.js'

export interface OwnResponseOptions {
  /**
   * Whether `output` belongs to the operation that `invocation` began. Default: it carries the operation's token.
   * Called with other callers' outputs too: that is how a swap is told from garbage.
   */
  readonly match?: (output: unknown, invocation: HistoryEvent) => boolean
  /**
   * Operations that may fail on their own account: those of a subject with time-outs that a slow answer can pass, or under
   * connection faults of the runtime. `true`: all. Default: an operation may fail only where the dispatcher answered it with
   * an error, or where an injected fault hit it or its connection.
   */
  readonly mayFail?: boolean | ((call: Call) => boolean)
  /**
   * An operation that the dispatcher refused each time has to fail too: one that ends well with nothing has lost the refusal. Default
   * false: "there is none" may be told by a value of one's own, `null` included.
   */
  readonly refusalsFail?: boolean
}

const OWN_RESPONSE = 'own-response'
const PASS: Verdict = { oracle: OWN_RESPONSE, outcome: 'pass', message: 'every caller got its own answer' }
const NOTHING: Verdict = {
  oracle: OWN_RESPONSE,
  outcome: 'unknown',
  message: 'own-response: nothing to judge (no operation was recorded)',
  symptom: 'nothing-to-judge',
}
const NO_TOKENS: Verdict = {
  ...NOTHING,
  message:
    'own-response: nothing to judge (no operation has a token such as TAG-1 in its input and returns something; `match` tells without)',
}

/** A guessed token says nothing about an operation that returns nothing. */
const tokensOfCalls = (calls: readonly Call[]): readonly (string | null)[] =>
  tokensOf(calls.map(({ invoke }) => invoke)).map((token, index) => {
    const { invoke, end } = calls[index] as Call
    return invoke.token === undefined && end?.type === 'ok' && end.output === undefined ? null : token
  })

/** One look at each event, for what nearly every execution is: announced tokens, each in its own answer, nobody missing. */
const isPlainlyWell = (history: readonly HistoryEvent[]): boolean => {
  const open = new Map<number, string>()
  let judged = 0
  for (const { actor, type, call, token, output } of history) {
    if (actor === DISPATCHER) continue
    if (type === 'invoke') {
      if (token === undefined) return false
      open.set(call, token)
    } else {
      const own = open.get(call)
      if (type !== 'ok' || own === undefined || !carries(output, own)) return false
      open.delete(call)
      judged++
    }
  }
  return judged > 0 && open.size === 0
}

/**
 * Judges that every operation got the answer that carries its own token. Fails with one verdict for each symptom:
 * `swap` (the answer carries another operation's token), `duplicate` (one answer reached several operations), `late` (an answer
 * came after its own operation had been given up, and went to another), `garbled` (the answer carries nobody's token, or several
 * run together), `drop` (the dispatcher answered, but the operation never ended), `unexpected-failure` (an operation failed
 * though the dispatcher answered it well, or never received it), `lost-refusal` (only with `refusalsFail`: the dispatcher refused it each
 * time, and it ended well with neither a value nor an error). Operations that ended as `info` are not judged. Unknown where
 * no operation was recorded, or none has a token.
 */
export const ownResponse = ({ match, mayFail = false, refusalsFail = false }: OwnResponseOptions = {}): Oracle => {
  const mayCallFail = typeof mayFail === 'function' ? mayFail : () => mayFail
  return {
    name: OWN_RESPONSE,
    judge: ({ history, end }) => {
      if (match === undefined && isPlainlyWell(history)) return PASS
      const calls = callsOf(history)
      if (calls.length === 0) return NOTHING
      const tokens = tokensOfCalls(calls)
      if (match === undefined && tokens.every((token) => token === null)) return NO_TOKENS
      const owns = (index: number, output: unknown): boolean => {
        if (match !== undefined) return match(output, (calls[index] as Call).invoke)
        const token = tokens[index] as string | null
        return token !== null && carries(output, token)
      }
      const isWell = (call: Call, index: number): boolean =>
        (call.end?.type === 'ok' && owns(index, call.end.output)) || (match === undefined && tokens[index] === null)
      if (calls.every(isWell)) return PASS
      const answering = { calls, tokens, matches: match !== undefined, owns, mayFail: mayCallFail, refusalsFail }
      const findings = diagnose(answering, history, end.kind)
      return findings.length === 0 ? PASS : findings.map((finding) => ({ oracle: OWN_RESPONSE, outcome: 'fail', ...finding }))
    },
  }
}
