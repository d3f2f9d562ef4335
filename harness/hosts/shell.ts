// Words that any POSIX shell takes as they are.

/** Quotes `word` where it needs it. */
export const quoted = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
