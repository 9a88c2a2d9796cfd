import { RATE_FILE_ROWS_MAX } from '@desk/schema/rate-cards/rate-card-file'
import { CsvError, parse } from 'csv-parse/sync'

const RECORD_MAX = 100_000
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The delimiter of a CSV by its first line. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counted = [',', ';', '\t'].map(sign => ({ sign, count: line.split(sign).length - 1 }))
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}

/** The cells of a CSV in UTF-8, separated by commas, semicolons or tabs; or why there are none. */
export function csvCells(bytes: Buffer): readonly (readonly string[])[] | string {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return 'The file is no text in UTF-8. Save it as CSV UTF-8, or as XLSX.'
  }
  // oxlint-disable-next-line no-control-regex -- what no text has is looked for
  if (/[\u0000-\u0008\u000E-\u001F]/.test(text)) return 'The file is no CSV: it holds control characters.'
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: RECORD_MAX,
      // one more than may be, so that more is noticed and no further row is read
      to: RATE_FILE_ROWS_MAX + 1,
    })
  } catch (error) {
    if (error instanceof CsvError) return `The CSV could not be read: ${error.message}.`.replace(/\.\.$/, '.')
    throw error
  }
}
