// A token as the command line takes it: the text itself, or a file that holds one.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HarnessError } from '../core/errors.js'
import { decodeToken, parseContent, type TokenContent } from '../search/index.js'

/** Throws `BAD_TOKEN` or `TOKEN_TOO_NEW`. */
export const readToken = (text: string, cwd: string): TokenContent => {
  // An empty text would be the current folder.
  if (text.trim() === '')
    throw new HarnessError('BAD_TOKEN', 'the token is empty', { expected: 'cw1. and what follows it, or a file' })
  const file = resolve(cwd, text)
  if (/^cw\d+\./.test(text)) return decodeToken(text)
  if (!existsSync(file)) throw nothingThere(text)
  const content = readText(file).trim()
  return content.startsWith('{') ? parseContent(parseJson(content, file)) : decodeToken(content)
}

const nothingThere = (text: string): HarnessError => {
  const name = text.length > 60 ? `${text.slice(0, 60)}...` : text
  return new HarnessError('BAD_TOKEN', `\`${name}\` is no token, and no file or folder of that name is there`, {
    expected: 'cw1. and what follows it, a file that holds a token, or race files and their folders',
  })
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new HarnessError('BAD_TOKEN', `${file} cannot be read: ${(error as Error).message}`)
  }
}

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new HarnessError('BAD_TOKEN', `${file} is no JSON: ${(error as Error).message}`)
  }
}
