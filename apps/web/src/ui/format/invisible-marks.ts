/** Characters that show nothing themselves: controls, marks that turn the direction of writing, spaces without width. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const EACH_INVISIBLE = /([\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u

const HEX = 16
const DIGITS = 4

/** The name of a character: 'U+202E'. */
const codeOf = (mark: string): string =>
  `U+${(mark.codePointAt(0) ?? 0).toString(HEX).toUpperCase().padStart(DIGITS, '0')}`

/** A piece of a text: seen as it is, or an invisible mark with its name. */
export interface TextPiece {
  readonly text: string
  /** Null: it is seen as it is. */
  readonly mark: string | null
}

/** The pieces of a foreign text, its invisible marks apart. */
export const piecesOf = (text: string): readonly TextPiece[] =>
  text
    .split(EACH_INVISIBLE)
    .filter(piece => piece !== '')
    .map(piece => ({ text: piece, mark: INVISIBLE.test(piece) ? codeOf(piece) : null }))

/** The same as a text, for names, titles and messages, where nothing can be marked: '[U+202E]'. */
export const withMarksNamed = (text: string): string =>
  piecesOf(text)
    .map(piece => (piece.mark === null ? piece.text : `[${piece.mark}]`))
    .join('')
