// The code blocks of a page whose info string says what they are: ```js box-office.js.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/crosswire.js'

export interface Block {
  readonly language: string
  readonly info: string
  /** What stands behind that word in the info string; empty where nothing does. */
  readonly rest: string
  readonly text: string
}

export const blocksOf = (page: string): Block[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w+) (\S+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', info = '', rest = '', text = '']) => ({ language, info, rest, text }),
  )
