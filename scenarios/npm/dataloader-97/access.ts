// Who may see a document: each user is looked up, and then what that user's role may do with it, through one loader that batches.

/** What it needs of the package, the same in both versions. */
export interface DataLoaderPackage {
  readonly default: new (
    fetchMany: (keys: readonly string[]) => Promise<readonly string[]>,
  ) => {
    load(key: string): Promise<string>
  }
}

export interface Access {
  /** The role of a user. */
  roleOf(user: string): Promise<string>
  /** What each of these users may do with a document. */
  rightsIn(document: string, users: readonly string[]): Promise<readonly string[]>
}

/** `fetchMany` asks for many at a time: one value for each key, in their order. */
export const createAccess = (
  { default: DataLoader }: DataLoaderPackage,
  fetchMany: (keys: readonly string[]) => Promise<readonly string[]>,
): Access => {
  const loader = new DataLoader(fetchMany)
  const roleOf = (user: string): Promise<string> => loader.load(`role of ${user}`)
  return {
    roleOf,
    rightsIn: (document, users) =>
      Promise.all(users.map(async (user) => loader.load(`rights of ${user} as ${await roleOf(user)} in ${document}`))),
  }
}
