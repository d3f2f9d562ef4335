// Names of tasks, put together from two words. A search says the same few hundred of them millions of times: as one and the same
// string each is compared by its address, and its hash is worked out once.

const phrases = new Map<string, Map<string, string>>()
let count = 0
/** Beyond so many a name is made anew each time: a subject may number its files. */
const REMEMBERED_AT_MOST = 20_000

/** `first second`: the same string object for the same words, as long as there are not too many of them. */
export const phrase = (first: string, second: string): string => {
  const known = phrases.get(first)?.get(second)
  if (known !== undefined) return known
  const made = `${first} ${second}`
  if (count++ < REMEMBERED_AT_MOST) {
    const bySecond = phrases.get(first) ?? new Map<string, string>()
    phrases.set(first, bySecond.set(second, made))
  }
  return made
}
