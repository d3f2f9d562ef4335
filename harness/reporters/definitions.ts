// Names and what is to be said about each, beside each other; on a terminal that is too narrow for that, below each other.
import { hanging, padEnd, safe, widthOf, wrap } from './text.js'

export interface Definition {
  readonly name: string
  readonly text: string
}

export interface DefinitionOptions {
  /** Columns of the terminal. */
  readonly width: number
  /** Columns before each line. Default 0. */
  readonly indent?: number
  /** Columns of the names. Default: as many as the longest takes. */
  readonly nameWidth?: number
}

/** Narrower texts are not readable. */
const NARROWEST = 24
const GAP = 2

/** No line is wider than the terminal, unless a name is. */
export const definitions = (all: readonly Definition[], { width, indent = 0, nameWidth }: DefinitionOptions): string[] => {
  const names = nameWidth ?? Math.max(0, ...all.map(({ name }) => widthOf(safe(name))))
  const room = width - indent - names - GAP
  const margin = ' '.repeat(indent)
  const lines = all.flatMap(({ name, text }) => {
    const [label, said] = [safe(name), safe(text)]
    if (room < NARROWEST)
      return [...hanging(label, width - indent, GAP), ...wrap(said, width - indent - GAP).map((line) => `  ${line}`)]
    return wrap(said, room).map((line, index) => `${padEnd(index === 0 ? label : '', names + GAP)}${line}`)
  })
  return lines.map((line) => `${margin}${line}`.trimEnd())
}
