// The colours that a reporter may use. Whoever calls decides whether there are any (NO_COLOR, a pipe, a file).

export type Paint = (text: string) => string

/** Part of what picocolors offers, so that its `createColors()` fits. */
export interface Palette {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
}

const plain: Paint = (text) => text

/** No colours: the default of every reporter. */
export const NO_COLOURS: Palette = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain }
