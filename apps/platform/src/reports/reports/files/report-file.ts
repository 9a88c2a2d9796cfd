import { TooMany } from '@desk/api/errors'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { columnsOfReport } from '@desk/schema/reports/report-columns'
import { reportFileName, type ReportFileFormat } from '@desk/schema/reports/report-file'
import { REPORTS, type ReportType } from '@desk/schema/reports/report'
import { Clock, Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import { orNotFound } from '#kernel/http/or-not-found'
import { openReport, type ReportReader } from '../account-report.ts'
import type { ReportScope } from '../report-lines.store.ts'
import { csvFile } from './csv-file.ts'
import { readAllLines } from './line-stream.ts'
import { xlsxFile } from './xlsx-file.ts'

/** Each file that is read holds a connection of the database: this many may be read at a time, of a process. */
const MOST_AT_ONCE = 4
const RETRY_AFTER_SECONDS = 30
let present = 0

/** A file that comes while it is made. */
export interface ReportFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** Reads nothing more for it. */
  stop(): void
}

const MEDIA_TYPES: Readonly<Record<ReportFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Opens a report as a file of all its lines; its first lines are read by then. */
export const openReportFile = Effect.fn('Reports.openReportFile')(function* (
  database: Database['Service'],
  type: ReportType,
  scope: ReportScope,
  format: ReportFileFormat,
  reader: ReportReader,
) {
  const { by, lines } = yield* openReport(type, scope, reader)
  if (present >= MOST_AT_ONCE)
    return yield* new TooMany({
      message: 'Several reports are being downloaded at the moment. Please try again shortly.',
      retry_after_seconds: RETRY_AFTER_SECONDS,
    })
  present += 1
  const found = yield* query(() =>
    readAllLines(database.core, reader.accountId, scope, lines, () => void (present -= 1)),
  )
  const { batches, stop } = yield* orNotFound(found)
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const columns = columnsOfReport(type, by, reader.view)
  const { label } = REPORTS[type]
  const headline = `${label} | As of ${at} | ${ACCOUNT_CURRENCY}`
  const bytes = format === 'csv' ? csvFile(headline, columns, batches) : xlsxFile(label, columns, batches)
  return {
    name: reportFileName(type, at, format),
    mediaType: MEDIA_TYPES[format],
    bytes,
    stop,
  } satisfies ReportFile
})
