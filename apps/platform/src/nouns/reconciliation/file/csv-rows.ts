import { CsvError, parse } from 'csv-parse'
import { setImmediate } from 'node:timers/promises'

const RECORD_MAX = 100_000
/** So much is parsed before other work gets its turn. */
const SLICE_LENGTH = 64 * 1024

/** The delimiter of a table by its first line that has one. */
function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text.slice(0, RECORD_MAX))?.[0] ?? ''
  const counted = [',', ';', '\t', '|'].map(sign => ({ sign, count: line.split(sign).length - 1 }))
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}

/** The rows of a text could not be read; the message is a sentence for the person who sent it. */
export class UnreadableTable extends Error {}

/** The rows of a CSV, TSV or TXT, also the empty ones; the event loop gets its turn between slices. */
export async function* csvRows(text: string): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_MAX,
  })
  const feeding = (async () => {
    for (let at = 0; at < text.length; at += SLICE_LENGTH) {
      if (parser.destroyed) return
      if (!parser.write(text.slice(at, at + SLICE_LENGTH)))
        await new Promise(resolve => parser.once('drain', resolve).once('close', resolve))
      await setImmediate()
    }
    parser.end()
  })()
  try {
    for await (const row of parser) yield row as readonly string[] // without options for objects, rows are texts
    await feeding
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableTable(`The file could not be read: ${error.message}.`.replace(/\.\.$/, '.'))
    throw error
  } finally {
    parser.destroy()
  }
}
