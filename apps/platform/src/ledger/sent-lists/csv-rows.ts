import { delimiterOf, SENT_ROW_MAX_LENGTH } from '@desk/schema/reconciliation/sent-text'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'

/** So much is parsed before other work gets its turn. */
const SLICE_LENGTH = 8 * 1024

/** The rows of a text could not be read; the message is a sentence for the person who sent it. */
export class UnreadableTable extends Error {}

/** Why, in words for the person who sent it. */
function reasonOf({ code, message, lines }: CsvError, text: string): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `the quote that line ${lastWholeLine(text) + 1} opens is not closed`
    case 'CSV_MAX_RECORD_SIZE':
      return `line ${String(lines)} is longer than ${SENT_ROW_MAX_LENGTH.toLocaleString('en-US')} characters. Save the list without what is not part of it`
    default:
      return message.replace(/\.$/, '')
  }
}

const optionsFor = (text: string) => ({
  delimiter: delimiterOf(text),
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: SENT_ROW_MAX_LENGTH,
})

/** The line of a text's last whole row: an open quote takes all that follows into its own. Only a text with a fault is read for it: to be told the line of each row takes as long as reading it. */
function lastWholeLine(text: string): number {
  let lastLine = 0
  try {
    parseAtOnce(text, {
      ...optionsFor(text),
      on_record: (_row: string[], { lines }) => {
        lastLine = lines
        return null
      },
    })
  } catch {
    // the fault that it is read for
  }
  return lastLine
}

/**
 * The rows of a CSV, TSV or TXT, also the empty ones.
 * @param giveWay called between slices
 */
export async function* csvRows(
  text: string,
  giveWay: () => Promise<unknown> = setImmediate,
): AsyncGenerator<readonly string[]> {
  const parser = parse(optionsFor(text))
  const rows: (readonly string[])[] = []
  // without options for objects, rows are texts
  parser.on('data', (row: readonly string[]) => void rows.push(row))
  const ended = finished(parser).then(
    () => null,
    (error: unknown) => error,
  )
  try {
    for (let at = 0; at < text.length && !parser.destroyed; at += SLICE_LENGTH) {
      parser.write(text.slice(at, at + SLICE_LENGTH))
      await giveWay()
      yield* rows.splice(0)
    }
    parser.end()
    const fault = await ended
    if (fault instanceof CsvError) throw new UnreadableTable(`The file could not be read: ${reasonOf(fault, text)}.`)
    if (fault !== null) throw fault
    yield* rows.splice(0)
  } finally {
    parser.destroy()
  }
}
