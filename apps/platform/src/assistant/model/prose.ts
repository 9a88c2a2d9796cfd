import type { AnswerPart, ProsePiece } from '@desk/schema/assistant/answer'
import { figureWritten, isNumeral } from './numerals.ts'
import type { Quotables } from './quotables.ts'
import { REMOVED } from './withheld-key.ts'

const REFERENCES = /\[\s*([fnt]\d{1,4}(?:\s*[,;]\s*[fnt]\d{1,4})*)\s*\]/g
const RESULT_LINE = /^\s*\[\s*(r\d{1,4})\s*\]\s*$/
/** Marks that hide in a text or turn its direction, and signs that control a terminal. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}\p{Me}\uFE0F]/gu
const ADDRESS = /:\/\/|www\.|(?:mailto|javascript|data):|^\/\//iu
/** An image or a link of markdown: its words remain. */
const MARKDOWN_LINK = /!?\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)/g
const LIST_NUMBER = /^(\s*)\d{1,2}[.)]\s+/
const EDGE = /^[^\p{L}\p{N}\p{Sc}−-]+|[^\p{L}\p{N}\p{Sc}%％٪‰]+$/gu

/** A model's words as they are shown. */
interface Prose {
  readonly parts: readonly AnswerPart[]
  /** Something was removed. */
  readonly isCut: boolean
}

/** A paragraph as it is built. */
class Paragraph {
  readonly pieces: ProsePiece[] = []
  isCut = false

  say(text: string): void {
    const last = this.pieces.at(-1)
    if (text === '') return
    if (last?.kind === 'text') this.pieces[this.pieces.length - 1] = { ...last, text: last.text + text }
    else this.pieces.push({ kind: 'text', text })
  }

  quote(piece: ProsePiece): void {
    this.pieces.push(piece)
  }

  remove(): void {
    this.isCut = true
    const last = this.pieces.at(-1)
    if (last?.kind === 'text' && last.text.trimEnd().endsWith(REMOVED))
      this.pieces[this.pieces.length - 1] = { ...last, text: last.text.trimEnd() }
    else this.say(REMOVED)
  }
}

/**
 * Shows a model's text: references become what a tool gave, a numeral becomes the one figure that it is, and every other numeral and web address
 * is removed, however it is written. Nothing of it is markup.
 */
export function proseOf(text: string, quotables: Quotables): Prose {
  const parts: AnswerPart[] = []
  let isCut = false
  const names = quotables.names
    .map(({ text: name }) => name.trim())
    .filter(name => /\p{L}/u.test(name) && name.split(/\s+/).some(word => isNumeral(word, '', '')))
    .toSorted((one, other) => other.length - one.length)
  for (const line of text.split(/[\r\n\u2028\u2029]+/)) {
    const [, result] = RESULT_LINE.exec(line) ?? []
    const shown = result === undefined ? undefined : quotables.result(result)
    if (shown !== undefined) {
      parts.push(...shown)
      continue
    }
    const paragraph = new Paragraph()
    readLine(line, quotables, names, paragraph)
    isCut ||= paragraph.isCut
    if (paragraph.pieces.some(piece => piece.kind !== 'text' || piece.text.trim() !== ''))
      parts.push({ kind: 'prose', pieces: paragraph.pieces })
  }
  return { parts, isCut }
}

function readLine(line: string, quotables: Quotables, names: readonly string[], paragraph: Paragraph): void {
  const seen = line.normalize('NFC').replace(UNSEEN, '').replace(LIST_NUMBER, '$1• ').replace(MARKDOWN_LINK, '$1 ')
  let from = 0
  for (const match of seen.matchAll(REFERENCES)) {
    readNames(seen.slice(from, match.index), quotables, names, paragraph)
    for (const [place, reference] of (match[1] ?? '').split(/[,;]/).entries()) {
      if (place > 0) paragraph.say(', ')
      quote(reference.trim(), quotables, paragraph)
    }
    from = match.index + match[0].length
  }
  readNames(seen.slice(from), quotables, names, paragraph)
}

function quote(reference: string, quotables: Quotables, paragraph: Paragraph): void {
  const figure = quotables.figure(reference)
  if (figure !== undefined) return paragraph.quote({ kind: 'figure', figure })
  const name = quotables.name(reference)
  if (name !== undefined) return paragraph.quote({ kind: 'name', ...name })
  const at = quotables.time(reference)
  if (at !== undefined) return paragraph.quote({ kind: 'time', at })
  paragraph.remove()
}

const IN_WORD = /[\p{L}\p{N}_]/u

/** Names that a tool gave and that hold numerals are quoted as names; the words between them are read one by one. */
function readNames(text: string, quotables: Quotables, names: readonly string[], paragraph: Paragraph): void {
  for (const name of names) {
    const at = text.indexOf(name)
    if (at < 0 || IN_WORD.test(text[at - 1] ?? '') || IN_WORD.test(text[at + name.length] ?? '')) continue
    readNames(text.slice(0, at), quotables, names, paragraph)
    const link = quotables.names.find(({ text: known }) => known.trim() === name)?.link ?? null
    paragraph.quote({ kind: 'name', text: name, link })
    return readNames(text.slice(at + name.length), quotables, names, paragraph)
  }
  readWords(text, quotables, paragraph)
}

const plain = (word: string | undefined): string => (word ?? '').replace(EDGE, '').toLowerCase()

/** The sign or word for percent, with the punctuation after it. */
const PERCENT = /^(?:%|％|٪|percent|pct)([.,;:!?)\]]*)$/i

function readWords(text: string, quotables: Quotables, paragraph: Paragraph): void {
  // words and the spaces between them, in turn
  const tokens = text.split(/(\s+)/)
  const words = tokens.filter((_token, place) => place % 2 === 0)
  const numerals = words.map((word, place) => isNumeral(word, plain(words[place - 1]), plain(words[place + 1])))
  for (const [place, word] of words.entries()) {
    const [percent, rest = ''] = PERCENT.exec(word) ?? []
    if (percent !== undefined && numerals[place - 1] === true) {
      // it went with its numeral
      paragraph.say(rest)
      continue
    }
    paragraph.say(tokens[place * 2 - 1] ?? '')
    if (ADDRESS.test(word)) paragraph.remove()
    else if (numerals[place] !== true) paragraph.say(word)
    else {
      const core = word.replace(EDGE, '')
      const [before = '', after = ''] = core === '' ? [] : word.split(core, 2)
      const isAlone = numerals[place - 1] !== true && numerals[place + 1] !== true
      const figure = isAlone ? figureWritten(core, PERCENT.test(words[place + 1] ?? ''), quotables.figures) : undefined
      paragraph.say(before)
      if (figure === undefined) paragraph.remove()
      else paragraph.quote({ kind: 'figure', figure })
      paragraph.say(after)
    }
  }
}
