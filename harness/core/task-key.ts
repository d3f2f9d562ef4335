// The stable key of a task, taken apart: `<actor>|<what>|<n>`.

/** `null` for the name of data. */
export const keyParts = (key: string): { readonly actor: string; readonly what: string } | null => {
  const first = key.indexOf('|')
  const last = key.lastIndexOf('|')
  return first < 0 || first === last ? null : { actor: key.slice(0, first), what: key.slice(first + 1, last) }
}
