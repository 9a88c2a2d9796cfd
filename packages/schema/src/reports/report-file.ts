import { Schema } from 'effect'
import type { ReportType } from './report.ts'

/** A report as a file: text of cells between commas, or a workbook of one sheet. */
export const ReportFileFormat = Schema.Literals(['csv', 'xlsx'])
export type ReportFileFormat = typeof ReportFileFormat.Type

/** A report's download: its lines, or the notes about them. */
export const ReportDownload = Schema.Literals([...ReportFileFormat.literals, 'notes'])
export type ReportDownload = typeof ReportDownload.Type

/** The file name of a report. @param at when it was made, as an ISO instant */
export const reportFileName = (type: ReportType, at: string, format: ReportDownload): string =>
  `${type}-${at.slice(0, 10)}${format === 'notes' ? '-notes.csv' : `.${format}`}`
