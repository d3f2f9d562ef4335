// What a user's module exports, whatever kind of module it is.

/** CommonJS puts its exports under `default`, and a transpiled `export default` once more below. */
export const exported = (module: unknown): unknown => {
  let value = module
  for (let depth = 0; depth < 2; depth++) value = (value as { default?: unknown } | null)?.default ?? value
  return value
}
