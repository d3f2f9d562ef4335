// How much of a check is done each time, and how much once in a while: `npm run test:long`.

/** `each` in CI and at everybody's desk; `once` where somebody asks for it. */
export const often = ({ each, once }: { readonly each: number; readonly once: number }): number =>
  process.env.CROSSWIRE_TEST_LONG === '1' ? once : each
