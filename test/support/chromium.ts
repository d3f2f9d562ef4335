// A real browser for tests of what is looked at: the one that CHROMIUM names, else the first that PATH knows.
import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { ROOT } from './crosswire.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Absolute; `null` where there is none. */
export const chromiumPath = (): string | null => {
  const { CHROMIUM: named, PATH = '' } = process.env
  if (named !== undefined && named !== '') return named
  return (
    PATH.split(delimiter)
      .flatMap((folder) => NAMES.map((name) => join(folder, name)))
      .find(isExecutable) ?? null
  )
}

export const NO_CHROMIUM = 'there is no Chromium in PATH, and CHROMIUM does not name one'

/** The sandbox needs rights that containers do not give; nothing foreign is opened. */
export const startChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

/** Where screenshots go, for whoever wants to look; not under version control. */
export const artefact = (name: string): string => {
  const folder = join(ROOT, 'test/artefacts')
  mkdirSync(folder, { recursive: true })
  return join(folder, name)
}
