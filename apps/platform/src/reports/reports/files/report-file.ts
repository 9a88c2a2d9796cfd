import type { TooMany } from '@desk/api/errors'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { columnsOfReport, reportCell, type ReportLine } from '@desk/schema/reports/report-columns'
import { reportFileName, type ReportDownload } from '@desk/schema/reports/report-file'
import { REPORT_DIMENSIONS, REPORTS, type NarrowedTo, type ReportType } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import { query, type Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { csvFile, notesFile } from '#kernel/downloads/csv-file'
import { MEDIA_TYPES, type FileColumn, type FileNote, type StreamedFile } from '#kernel/downloads/file-column'
import { readAllLines } from '#kernel/downloads/line-stream'
import { xlsxFile } from '#kernel/downloads/xlsx-file'
import { orNotFound } from '#kernel/http/or-not-found'
import { openReport, type AskedReport, type ReportReader } from '../account-report.ts'
import { findNarrowing } from '../report-narrowing.store.ts'
import type { ReportTimes } from '../report-times.store.ts'

/** The narrowing of a report: 'Project', 'Tea study, Coffee study'. */
const narrowingNotes = (narrowedTo: readonly NarrowedTo[]): readonly FileNote[] =>
  [...new Set(narrowedTo.map(({ is }) => is))].map(kind => [
    REPORT_DIMENSIONS[kind].label,
    narrowedTo.flatMap(({ is, name }) => (is === kind ? [name] : [])).join(', '),
  ])

const timeNotes = ({ from, to }: ReportTimes): readonly FileNote[] => [
  ...(from === undefined ? [] : [['From', from] as const]),
  ...(to === undefined ? [] : [['Until', to] as const]),
]

/** Opens a report as a file of all its lines; its first lines are read by then. @param place of the download, which its end leaves */
export const openReportFile = Effect.fn('Reports.openReportFile')(function* (
  database: Database['Service'],
  type: ReportType,
  report: AskedReport,
  format: ReportDownload,
  reader: ReportReader,
  place: Effect.Effect<() => void, TooMany> = Effect.succeed(() => undefined),
) {
  const { by, lines, asked, at: openedAt } = yield* openReport(database, type, report, reader)
  const { scope } = asked
  const at = openedAt.toISOString()
  // nothing comes between that would not leave the place again
  const onEnd = yield* place
  let narrowedTo: readonly NarrowedTo[] = []
  const isThere = async (tx: Tx) => {
    const found = await findNarrowing(tx, reader.accountId, scope)
    narrowedTo = found ?? []
    return found !== undefined
  }
  const found = yield* query(signal =>
    readAllLines(
      database.core,
      reader.accountId,
      { isThere, all: tx => lines.all(tx) },
      { signal, onEnd, mayBeBehind: true },
    ),
  )
  const { batches, stop } = yield* orNotFound(found)
  const columns = columnsOfReport(type, by, reader.view).map((column): FileColumn<ReportLine> => ({
    ...column,
    valueOf: line => reportCell(column, line),
  }))
  const { label } = REPORTS[type]
  const notes: readonly FileNote[] = [
    ['Report', label],
    ...narrowingNotes(narrowedTo),
    ...timeNotes(scope),
    ['As of', at],
    ['Currency', ACCOUNT_CURRENCY],
  ]
  // its lines are not read on
  if (format === 'notes') stop()
  const bytes =
    format === 'notes'
      ? notesFile(notes)
      : format === 'csv'
        ? csvFile(columns, batches)
        : xlsxFile(label, columns, batches)
  return {
    name: reportFileName(type, at, format),
    mediaType: MEDIA_TYPES[format],
    bytes,
    notes,
    stop,
  } satisfies StreamedFile & { readonly notes: readonly FileNote[] }
})
