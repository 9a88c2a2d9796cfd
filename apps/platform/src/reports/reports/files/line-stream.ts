import type { ReportLine } from '@desk/schema/reports/report-columns'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { hasAll, type ReportScope } from '../report-lines.store.ts'
import type { LineSource } from '../line-source.ts'

/** All lines of a report, some at a time, from one snapshot. */
export interface LineStream {
  readonly batches: AsyncIterable<readonly ReportLine[]>
  /** Cancels the query and ends the transaction that reads them, if it is not over. */
  stop(): void
}

export interface LineReading {
  /** Aborts when nobody waits for the first lines any more. */
  readonly signal: AbortSignal
  /** Called when the transaction that reads the lines is over. */
  readonly onEnd: () => void
  /** A reader who takes nothing for so long gets nothing more. */
  readonly patienceMs?: number
}

/** Sooner than the database ends the connection of a transaction that does nothing. */
const PATIENCE_MS = 50_000
/** However slowly its lines are taken: old rows cannot be cleared away while somebody reads them. */
const LONGEST_MS = 30 * 60_000

/**
 * Reads all lines of a report as fast as they are taken: two lots of them are in memory at most, however many there are.
 * @returns once the first ones are read; undefined: the account has not all that the scope names
 */
export function readAllLines(
  database: Pick<DeskDatabase, 'readAsAccount'>,
  accountId: number,
  scope: ReportScope,
  lines: LineSource,
  { signal, onEnd, patienceMs = PATIENCE_MS }: LineReading,
): Promise<LineStream | undefined> {
  const { readable, writable } = new TransformStream<readonly ReportLine[], readonly ReportLine[]>()
  const writer = writable.getWriter()
  // a stream that is over is not ended again
  const end = (error: Error) => void writer.abort(error).catch(() => undefined)
  const ending = new AbortController()
  const stop = () => {
    end(new Error('Nobody reads the lines any more'))
    ending.abort()
  }
  const stream = { batches: readable, stop }
  signal.addEventListener('abort', stop, { once: true })
  const stopped = new Promise<never>((_, reject) =>
    ending.signal.addEventListener('abort', () => reject(new Error('Nobody reads the lines any more'))),
  )
  stopped.catch(() => undefined)
  const give = async (batch: readonly ReportLine[]) => {
    const impatience = setTimeout(stop, patienceMs)
    try {
      // a write that nobody takes is not ended by the stream's own end
      await Promise.race([writer.write(batch), stopped])
    } finally {
      clearTimeout(impatience)
    }
  }
  const longest = setTimeout(stop, LONGEST_MS)
  return new Promise((resolve, reject) => {
    const reading = database.readAsAccount(
      accountId,
      async tx => {
        if (!(await hasAll(tx, accountId, scope))) return resolve(undefined)
        ending.signal.throwIfAborted()
        for await (const batch of lines.all(tx)) {
          resolve(stream)
          await give(batch)
        }
        resolve(stream)
      },
      { signal: ending.signal },
    )
    reading
      .finally(() => {
        clearTimeout(longest)
        signal.removeEventListener('abort', stop)
        onEnd()
      })
      .then(() => writer.close())
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error : new Error('The lines could not be read', { cause: error })
        // before the first lines it is the answer, after them the end of the stream
        reject(reason)
        end(reason)
      })
  })
}
