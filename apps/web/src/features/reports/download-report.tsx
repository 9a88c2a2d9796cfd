import { ReportDownload, reportFileName } from '@desk/schema/reports/report-file'
import type { ReportType } from '@desk/schema/reports/report'
import { DownloadButtons } from '#kit/downloads/download-buttons.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import type { ReportChoices } from './report-search.ts'
import { queryOf } from './use-report.ts'

const MINUTE_MS = 60_000
const FORMATS = ReportDownload.literals

export interface DownloadReportProps {
  type: ReportType
  choices: ReportChoices
  /** Called once a file was saved. */
  onSaved: () => void
}

/** Downloads a report with all its lines from the platform, as CSV or XLSX, and the notes about it. */
export function DownloadReport({ type, choices, onSaved }: DownloadReportProps) {
  const { api } = useDesk()
  const nowMs = useNowMs(MINUTE_MS)
  return (
    <DownloadButtons
      formats={FORMATS}
      read={async (format, reading) =>
        // not JSON: the client gives a Blob (§7.4)
        (await api.call('reports.file', {
          params: { type },
          query: { ...queryOf(type, choices, nowMs), format },
          ...reading,
        })) as unknown as Blob
      }
      nameOf={format => reportFileName(type, new Date(nowMs).toISOString(), format)}
      onSaved={onSaved}
    />
  )
}
