// serial-requests: at most one request is outstanding on a connection without ids.
import { describe, expect, it } from 'vitest'
import { serialRequests } from '../../harness/oracles/serial-requests.js'
import { tell } from './tell.js'

const said = (story: string): string =>
  [serialRequests().judge(tell(story))]
    .flat()
    .map(({ outcome, symptom, message }) => (outcome === 'pass' ? 'pass' : `${symptom}: ${message}`))
    .join('; ')

const SENT = 'ann calls TAG-1\n bob calls TAG-2'

describe('serial-requests', () => {
  it('rejects a second request before the first is answered, though every answer was right', () => {
    const bad = `${SENT}\n dispatcher takes TAG-1\n dispatcher takes TAG-2\n dispatcher answers TAG-1\n dispatcher answers TAG-2\n ann gets TAG-1\n bob gets TAG-2`
    expect(said(bad)).toBe("overlap: bob's request arrived on connection c1 while ann's was still unanswered")
    const repaired = `${SENT}\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n dispatcher takes TAG-2\n dispatcher answers TAG-2\n ann gets TAG-1\n bob gets TAG-2`
    expect(said(repaired)).toBe('pass')
  })

  it('tells connections apart', () => {
    expect(said(`${SENT}\n dispatcher takes TAG-1 on c1\n dispatcher takes TAG-2 on c2`)).toBe('pass')
    expect(said(`${SENT}\n dispatcher takes TAG-1 on c2\n dispatcher takes TAG-2 on c2`)).toBe(
      "overlap: bob's request arrived on connection c2 while ann's was still unanswered",
    )
  })

  it('counts refused and lost requests as answered', () => {
    expect(said(`${SENT}\n dispatcher takes TAG-1\n dispatcher refuses TAG-1\n dispatcher takes TAG-2`)).toBe('pass')
    expect(said(`${SENT}\n dispatcher takes TAG-1\n dispatcher loses TAG-1 by drop\n dispatcher takes TAG-2`)).toBe('pass')
  })

  it('takes an answer that comes twice for the request that it belongs to', () => {
    const twice = `${SENT}\n dispatcher takes TAG-1\n dispatcher answers TAG-1\n dispatcher takes TAG-2\n dispatcher answers TAG-1`
    expect(said(`${twice}\n dispatcher answers TAG-2`)).toBe('pass')
    expect(said(`${twice}\n cat calls TAG-3\n dispatcher takes TAG-3`)).toBe(
      "overlap: cat's request arrived on connection c1 while bob's was still unanswered",
    )
  })

  it('says somebody where a request carries nobody’s token, and passes an empty history', () => {
    expect(said('dispatcher takes TAG-1\n dispatcher takes TAG-2')).toBe(
      "overlap: somebody's request arrived on connection c1 while somebody's was still unanswered",
    )
    expect(said('')).toBe('pass')
  })
})
