/** A text that a spreadsheet does not run: one that begins like a formula, or with an apostrophe, gets an apostrophe, which reading takes off. */
export const harmlessText = (text: string): string => (/^['=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A cell that a spreadsheet takes as text. */
export function csvText(text: string): string {
  const harmless = harmlessText(text)
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The text that `csvText` made a cell of. */
export const textOfCell = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell)

/** Reads the rows of a CSV file: cells with commas, quotes or line breaks stand in quotes. Empty lines are no rows. */
export const readCsv = (text: string): readonly (readonly string[])[] => [...csvPortions(text)].flat()

const PORTION_ROWS = 1_000

/** The same rows, some at a time. */
export function* csvPortions(text: string): Generator<readonly (readonly string[])[], void, undefined> {
  let rows: string[][] = []
  let cells: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    if (text[at] === '"') {
      const [cell, next] = quotedCell(text, at)
      cells.push(cell)
      at = next
    } else {
      const end = endOfCell(text, at)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] === ',') {
      at += 1
      if (at === text.length) cells.push('')
      continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    if (cells.length > 1 || cells[0] !== '') rows.push(cells)
    cells = []
    if (rows.length >= PORTION_ROWS) {
      yield rows
      rows = []
    }
  }
  if (cells.length > 1 || (cells.length === 1 && cells[0] !== '')) rows.push(cells)
  if (rows.length > 0) yield rows
}

function quotedCell(text: string, start: number): readonly [cell: string, next: number] {
  let cell = ''
  let at = start + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end === -1) return [cell + text.slice(at), text.length]
    cell += text.slice(at, end)
    if (text[end + 1] !== '"') {
      // what follows the closing quote belongs to the cell, as spreadsheets read it
      const rest = endOfCell(text, end + 1)
      return [cell + text.slice(end + 1, rest), rest]
    }
    cell += '"'
    at = end + 2
  }
}

const [COMMA, LF, CR] = [44, 10, 13]

function endOfCell(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === LF || code === CR) return at
  }
  return text.length
}
