// Parameters with which fast-check draws a value again, as it prints them itself.
export const drawnAgain = ({ seed, path }: { readonly seed: number; readonly path: string }): string =>
  `{ seed: ${seed}, path: "${path}", endOnFailure: true }`
