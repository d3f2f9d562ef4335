// The room of settings: one table, the project's config file, and which of several sources holds.
export { checkRaceOptions } from './check-race-options.js'
export { exported } from './exported.js'
export { foldersToRoot } from './find-config.js'
export { type LoadedConfig, loadConfig, NO_CONFIG } from './load-config.js'
export { type Origin, type Resolved, resolve, type Sources } from './resolve.js'
export { type SettingRow, settingRows } from './rows.js'
export { RACE_BUDGET, SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.js'
export { VARIABLES } from './variables.js'
