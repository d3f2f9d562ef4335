// Small pieces of sentences: verdicts speak to a person.

/** `ann`, `ann and bob`, `ann, bob and cat`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`

/** The first `most` items; what is left is counted. */
export const listedUpTo = (most: number, items: readonly string[]): string =>
  items.length <= most ? listed(items) : `${items.slice(0, most).join(', ')} and ${items.length - most} more`

export const distinct = (names: readonly string[]): string[] => [...new Set(names)]

/** Cuts a text for a sentence; what it stood for can be looked up in the history. */
export const shortened = (text: string, most = 80): string => (text.length <= most ? text : `${text.slice(0, most - 3)}...`)

/** Data as a person reads it in a sentence: JSON where JSON can carry it. */
export const spelled = (value: unknown): string => {
  if (typeof value === 'string') return shortened(JSON.stringify(value.slice(0, 200)))
  try {
    return shortened(JSON.stringify(value) ?? String(value))
  } catch {
    // A cycle, a big integer, a getter that throws: what kind of thing it is must do.
    return Object.prototype.toString.call(value)
  }
}
