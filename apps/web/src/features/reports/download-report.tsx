import { reportFileName, type ReportFileFormat } from '@desk/schema/reports/report-file'
import type { ReportType } from '@desk/schema/reports/report'
import { useMutation } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import type { ReportChoices } from './report-search.ts'
import styles from './reports.module.css'
import { queryOf } from './use-report.ts'

const MINUTE_MS = 60_000
const MEGABYTE = 1_000_000
/** The number on the screen changes no more often than this. */
const SHOWN_EVERY_BYTES = 100_000

export interface DownloadReportProps {
  type: ReportType
  choices: ReportChoices
  /** Called once a file was saved. */
  onSaved: () => void
}

/** Downloads a report with all its lines from the platform, as CSV or XLSX; how much has come is shown, and it can be given up. */
export function DownloadReport({ type, choices, onSaved }: DownloadReportProps) {
  const { api } = useDesk()
  const nowMs = useNowMs(MINUTE_MS)
  const [megabytes, setMegabytes] = useState(0)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: ReportFileFormat) => {
      const abort = new AbortController()
      ending.current = abort
      setMegabytes(0)
      let shown = 0
      // not JSON: the client gives a Blob (§7.4)
      const content = (await api.call('reports.file', {
        params: { type },
        query: { ...queryOf(type, choices, nowMs), format },
        signal: abort.signal,
        onReceived: bytes => {
          if (bytes - shown < SHOWN_EVERY_BYTES) return
          shown = bytes
          setMegabytes(bytes / MEGABYTE)
        },
      })) as unknown as Blob
      saveFile(reportFileName(type, new Date(nowMs).toISOString(), format), content)
      onSaved()
    },
    onError: failure => {
      if (ending.current?.signal.aborted !== true) void showToast({ type: 'error', message: failureMessage(failure) })
    },
  })
  if (isPending)
    return (
      <>
        <span role="status" className={styles['progress']}>
          {`Downloading ${variables.toUpperCase()}: ${megabytes.toFixed(1)} MB so far`}
        </span>
        <Button icon={<X aria-hidden />} onPress={() => ending.current?.abort()}>
          Cancel download
        </Button>
      </>
    )
  return (
    <>
      <Button icon={<Download aria-hidden />} onPress={() => mutate('csv')}>
        Download CSV
      </Button>
      <Button icon={<Download aria-hidden />} onPress={() => mutate('xlsx')}>
        Download XLSX
      </Button>
    </>
  )
}
