import { RECIPIENTS, type ProcessingRecord } from '@desk/schema/privacy/processing-record'
import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { csvHead, csvLines } from '#kernel/files/csv-file'
import { handlersOf } from '#kernel/http/contract-handlers'
import { readRecord } from './record.ts'

/** One line for each table of a category; a category outside of the database has one line. */
const linesOf = ({ categories }: ProcessingRecord): string[][] =>
  categories.flatMap(({ label, people, purpose, stored_for: storedFor, tables, recipients }) =>
    (tables.length === 0 ? [{ table: '', columns: [] }] : tables).map(({ table, columns }) => [
      label,
      people,
      purpose,
      table,
      columns.join(' '),
      storedFor,
      recipients.map(recipient => RECIPIENTS[recipient].label).join('; '),
    ]),
  )

/** The record of processing of the caller's account. */
export const processingRecordHandlers = handlersOf(
  'processingRecord',
  Effect.gen(function* () {
    const database = yield* Database
    const settings = yield* PlatformConfig
    const record = (accountId: number) => database.readAsAccount(accountId, tx => readRecord(tx, accountId, settings))
    return {
      read: (_sent, { accountId }) => record(accountId),
      download: (_sent, { accountId }) =>
        Effect.map(record(accountId), read =>
          HttpServerResponse.uint8Array(
            Buffer.concat([
              csvHead(['category', 'people', 'purpose', 'table', 'columns', 'stored for', 'recipients']),
              csvLines(linesOf(read)),
            ]),
            {
              contentType: 'text/csv; charset=utf-8',
              headers: { 'content-disposition': 'attachment; filename="record-of-processing.csv"' },
            },
          ),
        ),
    }
  }),
)
