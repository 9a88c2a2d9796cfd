import type { DeskDatabase } from '../db/desk-database.ts'
import type { Tx } from '../db/tx.ts'

/** All lines of a file, some at a time, from one snapshot. */
export interface LineStream<Line> {
  readonly batches: AsyncIterable<readonly Line[]>
  /** Cancels the query and ends the transaction that reads them, if it is not over. */
  stop(): void
}

/** Where lines come from. */
export interface AllLines<Line> {
  /** Whether the account has what they are of; unset: it has. */
  readonly isThere?: (tx: Tx) => Promise<boolean>
  /** So many at a time that memory does not grow with their number. */
  readonly all: (tx: Tx) => AsyncGenerator<readonly Line[], void, undefined>
}

export interface LineReading {
  /** Aborts when no one waits for the first lines any more. */
  readonly signal: AbortSignal
  /** Called when the transaction that reads the lines is over. */
  readonly onEnd: () => void
  /** A reader who takes nothing for so long gets nothing more. */
  readonly patienceMs?: number
  /** As of a transaction that reads. */
  readonly mayBeBehind?: boolean
}

/** Sooner than the database ends the connection of a transaction that does nothing. */
const PATIENCE_MS = 50_000
/** However slowly its lines are taken: old rows cannot be cleared away during a read. */
const LONGEST_MS = 30 * 60_000

/**
 * Reads all lines as fast as they are taken: two lots of them are in memory at most, however many there are.
 * @returns once the first ones are read; undefined: the account does not have what they are of
 */
export function readAllLines<Line>(
  database: Pick<DeskDatabase, 'readAsAccount'>,
  accountId: number,
  { isThere, all }: AllLines<Line>,
  { signal, onEnd, patienceMs = PATIENCE_MS, mayBeBehind = false }: LineReading,
): Promise<LineStream<Line> | undefined> {
  const { readable, writable } = new TransformStream<readonly Line[], readonly Line[]>()
  const writer = writable.getWriter()
  // a stream that is over is not ended again
  const end = (error: Error) => void writer.abort(error).catch(() => undefined)
  const ending = new AbortController()
  const stop = () => {
    end(new Error('The reader of the lines has gone'))
    ending.abort()
  }
  const stream = { batches: readable, stop }
  signal.addEventListener('abort', stop, { once: true })
  const stopped = new Promise<never>((_, reject) =>
    ending.signal.addEventListener('abort', () => reject(new Error('The reader of the lines has gone'))),
  )
  stopped.catch(() => undefined)
  const give = async (batch: readonly Line[]) => {
    const impatience = setTimeout(stop, patienceMs)
    try {
      // a write without a reader is not ended by the stream's own end
      await Promise.race([writer.write(batch), stopped])
    } finally {
      clearTimeout(impatience)
    }
  }
  const longest = setTimeout(stop, LONGEST_MS)
  let hasGiven = false
  return new Promise((resolve, reject) => {
    const reading = database.readAsAccount(
      accountId,
      async tx => {
        if (isThere !== undefined && !(await isThere(tx))) return resolve(undefined)
        ending.signal.throwIfAborted()
        if (hasGiven) throw new Error('The database ended in the middle of the lines')
        for await (const batch of all(tx)) {
          hasGiven = true
          resolve(stream)
          await give(batch)
        }
        resolve(stream)
      },
      { signal: ending.signal, mayBeBehind },
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
