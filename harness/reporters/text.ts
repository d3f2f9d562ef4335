// Text on a terminal: measured as it is shown, safe to print, cut and wrapped between characters that belong together.
import stringWidth from 'string-width'

/** Control characters, lone surrogates, separators and direction marks would move the cursor, hide text or turn it round. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' }

/** Spells out what a terminal would obey instead of show. */
export const safe = (text: string): string =>
  text.replace(UNSAFE, (character) => NAMED[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

/** Most text is: a column for each character, and none of them belong together. */
const PLAIN = /^[ -~]*$/

export const widthOf = (text: string): number => (PLAIN.test(text) ? text.length : stringWidth(text))

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** At most so many characters are ever measured for one column: a megabyte of output must not be segmented to show 60 of them. */
const MEASURED_PER_COLUMN = 16

/** The beginning of `text` in at most `width` columns; `...` stands for what is left out. */
export const cut = (text: string, width: number): string => {
  const most = width * MEASURED_PER_COLUMN
  const beginning = text.length > most ? safe(text.slice(0, most)) : text
  if (beginning === text && widthOf(text) <= width) return text
  return `${fitting(beginning, Math.max(0, width - 3)).trimEnd()}${'...'.slice(0, width)}`
}

const MOST_CHARACTERS = 500

/** For a sentence: a subject's error may hold megabytes. The beginning, and how much was cut. */
export const limited = (text: string): string => {
  const left = text.length - MOST_CHARACTERS
  if (left <= 0) return text
  const beginning = text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
  return `${beginning}... (${left.toLocaleString('en')} more characters)`
}

/** As many whole characters from the beginning as fit. */
const fitting = (text: string, width: number): string => {
  if (PLAIN.test(text)) return text.slice(0, width)
  let used = 0
  let end = ''
  for (const character of graphemes(text)) {
    used += widthOf(character)
    if (used > width) break
    end += character
  }
  return end
}

/** Lines of at most `width` columns, broken at spaces; words that are longer than a line are broken inside. */
export const wrap = (text: string, width: number): string[] => {
  const most = Math.max(1, width)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= most) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    const pieces = broken(word, most)
    lines.push(...pieces.slice(0, -1))
    line = pieces[pieces.length - 1] ?? ''
  }
  return [...lines, line.trimEnd()]
}

const broken = (word: string, width: number): string[] => {
  if (widthOf(word) <= width) return [word]
  const pieces: string[] = []
  let rest = word
  while (widthOf(rest) > width) {
    const piece = fitting(rest, width) || (graphemes(rest)[0] as string)
    pieces.push(piece)
    rest = rest.slice(piece.length)
  }
  return rest === '' ? pieces : [...pieces, rest]
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text

/** Wrapped lines, all but the first indented. */
export const hanging = (text: string, width: number, indent: number): string[] => {
  const [first = '', ...rest] = wrap(text, width)
  const below = wrap(rest.join(' '), width - indent).map((line) => ' '.repeat(indent) + line)
  return rest.length === 0 ? [first] : [first, ...below]
}

export const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(by) + line))
    .join('\n')
