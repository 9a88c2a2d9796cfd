import type { TooMany } from '@desk/api/errors'
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

/** Opens a report as a file of all its lines; its first lines are read by then. @param place of the download, which its end leaves */
export const openReportFile = Effect.fn('Reports.openReportFile')(function* (
  database: Database['Service'],
  type: ReportType,
  scope: ReportScope,
  format: ReportFileFormat,
  reader: ReportReader,
  place: Effect.Effect<() => void, TooMany> = Effect.succeed(() => undefined),
) {
  const { by, lines } = yield* openReport(type, scope, reader)
  const at = new Date(yield* Clock.currentTimeMillis).toISOString()
  // nothing comes between that would not leave the place again
  const onEnd = yield* place
  const found = yield* query(signal => readAllLines(database.core, reader.accountId, scope, lines, { signal, onEnd }))
  const { batches, stop } = yield* orNotFound(found)
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
