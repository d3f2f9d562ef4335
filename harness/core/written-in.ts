// Where a scenario is written: of the lines of its subject, those that stand beside it are the ones that it is about.

const folders = new WeakMap<object, string>()

/** Notes the folder of `scenario`: an absolute path. */
export const noteFolder = (scenario: object, folder: string): void => void folders.set(scenario, folder)

/** `null` where it was not noted. */
export const folderOf = (scenario: object): string | null => folders.get(scenario) ?? null
