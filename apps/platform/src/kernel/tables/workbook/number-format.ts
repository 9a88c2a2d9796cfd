/** How a number of a workbook is shown: as itself, in percent, as a date, or with zeros in front. */
export type NumberFormat = 'plain' | 'percent' | 'date' | { readonly digits: number }

const PERCENT_IDS = new Set([9, 10])
const isDateId = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
/** The parts of a format's code that are no sign of it: texts, colours and escaped letters. */
const LITERALS = /"[^"]*"|\[[^[\]]*\]|\\./g
/** Figures of a workbook are binary: 931 can be 930.9999999999999. */
const DECIMALS = 6
const DAY_MS = 86_400_000
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)

/** The format by its number, and by its code where it is one of the workbook's own. */
export function numberFormat(id: number, code = ''): NumberFormat {
  const signs = code.replaceAll(LITERALS, '')
  if (PERCENT_IDS.has(id) || signs.includes('%')) return 'percent'
  if (isDateId(id) || /[ymdhs]/i.test(signs.replaceAll(/general/gi, ''))) return 'date'
  return /^0{2,}$/.test(signs) ? { digits: signs.length } : 'plain'
}

/** A number as the spreadsheet shows it, but for its rounding. */
export function numberText(value: number, format: NumberFormat, is1904: boolean): string {
  if (format === 'percent') return `${Number((value * 100).toFixed(DECIMALS))}%`
  if (format === 'date') {
    const at = new Date((is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + Math.round(value * DAY_MS))
    if (!Number.isNaN(at.getTime())) return at.toISOString()
  }
  const text = Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toFixed(DECIMALS)))
  return typeof format === 'object' && value >= 0 ? text.padStart(format.digits, '0') : text
}
