import { NO_FIGURE } from '#ui/format/figures.ts'
import { csvLine } from '#ui/table/csv-export.ts'

const MONEY_OR_COUNT = /^[-−]?\$?\d{1,3}(,\d{3})*(\.\d+)?$/

/** A cell's text as a spreadsheet reads it: figures without grouping and currency sign, nothing where there is none. */
function plain(text: string): string {
  const shown = text.trim()
  if (shown === NO_FIGURE) return ''
  return MONEY_OR_COUNT.test(shown) ? shown.replaceAll(/[$,]/g, '').replace('−', '-') : shown
}

/** An export of exactly what a table shows (§9.11). @param lines the texts of its cells, line by line, the heads first */
export const csvOfTexts = (lines: readonly (readonly string[])[]): string =>
  lines.map(cells => csvLine(cells.map(plain))).join('')
