// Who called `process.exit`.

/** To be asked inside an exit handler: `name (file:line:column)` of the caller; `null` where the process ended by itself. */
export const exitCallSite = (): string | null => {
  const lines = (new Error().stack ?? '').split('\n')
  const exit = lines.findIndex((line) => /\bprocess\.(exit|reallyExit)\b/.test(line))
  const caller = exit < 0 ? undefined : lines.slice(exit + 1).find((line) => !line.includes('node:'))
  return caller?.trim().replace(/^at /, '') ?? null
}
