import type { TableReading } from '@desk/schema/sent-tables/table-reading'
import { UnreadableTable } from '@desk/schema/sent-tables/table-row'
import { Effect } from 'effect'
import { inTurn } from '../idempotency/in-turn.ts'
import { readInWorker } from './in-worker.ts'
import { readTable } from './read-table.ts'
import type { TableJob, TablePart, TableParts } from './table-parts.ts'

/** A shorter text is read sooner than a thread starts. */
const TEXT_AT_ONCE_MAX = 64_000

const isShortText = ({ input }: TableJob): boolean =>
  input.length <= TEXT_AT_ONCE_MAX && (typeof input === 'string' || input[0] !== 0x50 || input[1] !== 0x4b)

/**
 * Reads a table that was sent. Workbooks and long texts are read by a thread of their own, one at a time of the process and of an account; it ends with the call.
 * @param take takes part after part
 * @returns what it was read as, or a sentence for the person who sent it
 */
export const readSentTable = (
  accountId: number,
  job: TableJob,
  take: (part: TablePart) => Promise<void> | void,
): Effect.Effect<TableReading | string> =>
  isShortText(job)
    ? Effect.promise(() => taken(readTable(job), take))
    : inTurn(
        `tables of account ${accountId}`,
        inTurn(
          'tables',
          Effect.promise(signal => taken(readInWorker(job, signal), take)),
        ),
      )

async function taken(
  parts: TableParts,
  take: (part: TablePart) => Promise<void> | void,
): Promise<TableReading | string> {
  let reading: TableReading | string = ''
  const all = async function* () {
    reading = yield* parts
  }
  try {
    for await (const part of all()) await take(part)
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message
    throw error
  }
  return reading
}
