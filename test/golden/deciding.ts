// What decides a race, as the tests of its explanation ask for it.

/**
 * A pair: of each of the two steps whose order decides, the line at which the subject went on and the one at which it waited next. `struck`:
 * the lines at which callers waited when a fault struck. `data`: what took how long, and the line at which whoever had asked waited for it,
 * where that is known. `nothing`: it fails in every schedule, and the explanation says so. `null`: an order decides, and none is named.
 */
export type Deciding =
  | 'nothing'
  | { readonly pair: readonly [End, End] }
  | { readonly struck: Readonly<Record<string, string>> }
  | { readonly data: string; readonly at: string | null }
  | null

export type End = readonly [at: string, until: string | null]
