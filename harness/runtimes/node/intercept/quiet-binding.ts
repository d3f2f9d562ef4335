// What lies below Node's library, where Node lets us have it (not under the permission model).

type Binding = Record<string, unknown>

/** `process.binding(name)` without the deprecation warning that `--pending-deprecation` would print once; `null` where there is none. */
export const quietBinding = (name: string): Binding | null => {
  const node = process as unknown as { binding?: (name: string) => Binding; noDeprecation?: boolean }
  const before = node.noDeprecation
  try {
    node.noDeprecation = true
    return node.binding?.(name) ?? null
  } catch {
    return null
  } finally {
    if (before === undefined) delete node.noDeprecation
    else node.noDeprecation = before
  }
}
