// Words of a command line as any POSIX shell takes them: the line that replays a failure is pasted.

/** Quotes `word` where it needs it. */
export const quoted = (word: string): string => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
