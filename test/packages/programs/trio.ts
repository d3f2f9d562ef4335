// Three callers at the same time, by name.

type Trio<T> = Record<'ann' | 'bob' | 'cat', () => T>

/** What `together` takes: one function for each of the three. */
export const trio = <T>(caller: (name: 'ann' | 'bob' | 'cat') => T): Trio<T> => ({
  ann: () => caller('ann'),
  bob: () => caller('bob'),
  cat: () => caller('cat'),
})
