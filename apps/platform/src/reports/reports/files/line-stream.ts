import type { ReportLine } from '@desk/schema/reports/report-columns'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { hasAll, type ReportScope } from '../report-lines.store.ts'
import type { LineSource } from '../line-source.ts'

/** All lines of a report, some at a time, from one snapshot. */
export interface LineStream {
  readonly batches: AsyncIterable<readonly ReportLine[]>
  /** Ends the transaction that reads them, if it is not over. */
  stop(): void
}

/**
 * Reads all lines of a report as fast as they are taken: two lots of them are in memory at most, however many there are.
 * @param onEnd called when the transaction that reads them is over
 * @returns once the first ones are read; undefined: the account has not all that the scope names
 */
export function readAllLines(
  database: Pick<DeskDatabase, 'readAsAccount'>,
  accountId: number,
  scope: ReportScope,
  lines: LineSource,
  onEnd: () => void,
): Promise<LineStream | undefined> {
  const { readable, writable } = new TransformStream<readonly ReportLine[], readonly ReportLine[]>()
  const writer = writable.getWriter()
  // a stream that is over is not ended again
  const end = (error: Error) => void writer.abort(error).catch(() => undefined)
  const stream = { batches: readable, stop: () => end(new Error('Nobody reads the lines any more')) }
  return new Promise((resolve, reject) => {
    const reading = database.readAsAccount(accountId, async tx => {
      if (!(await hasAll(tx, accountId, scope))) return resolve(undefined)
      for await (const batch of lines.all(tx)) {
        resolve(stream)
        // refused by a stream that was ended, which ends the transaction
        await writer.write(batch)
      }
      resolve(stream)
    })
    reading
      .finally(onEnd)
      .then(() => writer.close())
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error : new Error('The lines could not be read', { cause: error })
        // before the first lines it is the answer, after them the end of the stream
        reject(reason)
        end(reason)
      })
  })
}
