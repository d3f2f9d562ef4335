// The process that loads a config file with a transpiler: it answers with the settings, or with what is wrong, and ends.
import { writeSync } from 'node:fs'
import { type ErrorHelp, HarnessError } from '../core/errors.js'
import { type ConfigValues, checkConfig } from './check-config.js'
import { ANSWER_FD, exportOf } from './read-config.js'

export type Printed =
  | { readonly values: ConfigValues }
  | { readonly problem: { readonly summary: string; readonly help: ErrorHelp } }

const [, , file = ''] = process.argv

const printed = async (): Promise<Printed> => {
  try {
    return { values: checkConfig(await exportOf(file), file) }
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    const { summary, help } = error
    return { problem: { summary, help } }
  }
}

writeSync(ANSWER_FD, JSON.stringify(await printed()))
process.exit()
