import type { TooMany } from '@desk/api/errors'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { columnsOfReport, reportCell, type ReportLine } from '@desk/schema/reports/report-columns'
import { reportFileName, type ReportFileFormat } from '@desk/schema/reports/report-file'
import { REPORTS, type ReportType } from '@desk/schema/reports/report'
import { Clock, Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import { csvFile } from '#kernel/downloads/csv-file'
import { MEDIA_TYPES, type FileColumn, type StreamedFile } from '#kernel/downloads/file-column'
import { readAllLines } from '#kernel/downloads/line-stream'
import { xlsxFile } from '#kernel/downloads/xlsx-file'
import { orNotFound } from '#kernel/http/or-not-found'
import { openReport, type ReportReader } from '../account-report.ts'
import { hasAll, type ReportScope } from '../report-lines.store.ts'

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
  const found = yield* query(signal =>
    readAllLines(
      database.core,
      reader.accountId,
      { isThere: tx => hasAll(tx, reader.accountId, scope), all: tx => lines.all(tx) },
      { signal, onEnd },
    ),
  )
  const { batches, stop } = yield* orNotFound(found)
  const columns = columnsOfReport(type, by, reader.view).map((column): FileColumn<ReportLine> => ({
    ...column,
    valueOf: line => reportCell(column, line),
  }))
  const { label } = REPORTS[type]
  const headline = `${label} | As of ${at} | ${ACCOUNT_CURRENCY}`
  const bytes = format === 'csv' ? csvFile(headline, columns, batches) : xlsxFile(label, columns, batches)
  return {
    name: reportFileName(type, at, format),
    mediaType: MEDIA_TYPES[format],
    bytes,
    stop,
  } satisfies StreamedFile
})
