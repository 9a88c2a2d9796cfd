/** What a workbook reads as the escape of a character, and what XML cannot hold though a text may: two characters of Unicode, and halves of pairs. */
const ESCAPED = /_(?=x[0-9a-fA-F]{4}_)|[\uFFFE\uFFFF]|\p{Cs}/gu
const ESCAPE = /_x([0-9a-fA-F]{4})_/g
const HEX = 16

/** How workbooks write a character that their XML cannot hold, or would change: `_xFFFE_`. */
export const workbookEscape = (character: string): string =>
  `_x${character.charCodeAt(0).toString(HEX).toUpperCase().padStart(4, '0')}_`

/** A text as a workbook has it. Control characters stay: what writes the XML escapes those that it cannot hold. */
export const workbookText = (text: string): string => text.replaceAll(ESCAPED, workbookEscape)

/** The text that a workbook has so. */
export const textOfWorkbook = (text: string): string =>
  text.replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, HEX)))
