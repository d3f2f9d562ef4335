// Where a scenario is written: of the lines of its subject, those that stand beside it are the ones that it is about.

/** On the scenario itself, so that a copy with other parts has it too. */
const FOLDER = Symbol.for('crosswire.folder')

/** Notes the folder of `scenario`, an absolute path. One that cannot be written to goes without. */
export const noteFolder = (scenario: object, folder: string): void => {
  if (Object.isExtensible(scenario))
    Reflect.defineProperty(scenario, FOLDER, { value: folder, enumerable: true, configurable: true })
}

/** `null` where it was not noted. */
export const folderOf = (scenario: object): string | null => {
  const folder: unknown = Reflect.get(scenario, FOLDER)
  return typeof folder === 'string' ? folder : null
}
