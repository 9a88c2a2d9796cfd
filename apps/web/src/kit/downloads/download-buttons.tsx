import { useMutation } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './download-buttons.module.css'
import { downloadFailure } from './download-failure.ts'

const MEGABYTE = 1_000_000
/** The number on the screen changes no more often than this. */
const SHOWN_EVERY_BYTES = 100_000

const label = (format: string): string => (format === 'notes' ? 'notes' : format.toUpperCase())

/** How a file is read: the signal aborts it, and a listener receives its progress. */
export interface FileReading {
  readonly signal: AbortSignal
  readonly onReceived: (bytes: number) => void
}

export interface DownloadButtonsProps<Format extends string> {
  readonly formats: readonly Format[]
  /** Reads the file from the platform. */
  readonly read: (format: Format, reading: FileReading) => Promise<Blob>
  readonly nameOf: (format: Format) => string
  /** Called once a file was saved. */
  readonly onSaved?: () => void
}

/** Downloads a file in one of some formats while the platform makes it; shows the progress, and can be cancelled. */
export function DownloadButtons<Format extends string>({
  formats,
  read,
  nameOf,
  onSaved,
}: DownloadButtonsProps<Format>) {
  const [megabytes, setMegabytes] = useState(0)
  const ending = useRef<AbortController | null>(null)
  useEffect(() => () => ending.current?.abort(), [])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: Format) => {
      const abort = new AbortController()
      ending.current = abort
      setMegabytes(0)
      let shown = 0
      const content = await read(format, {
        signal: abort.signal,
        onReceived: bytes => {
          if (bytes - shown < SHOWN_EVERY_BYTES) return
          shown = bytes
          setMegabytes(bytes / MEGABYTE)
        },
      })
      saveFile(nameOf(format), content)
      onSaved?.()
    },
    onError: failure => {
      if (ending.current?.signal.aborted !== true) void showToast({ type: 'error', message: downloadFailure(failure) })
    },
  })
  if (isPending)
    return (
      <>
        <span role="status" className={styles['progress']}>
          {`Downloading ${label(variables)}: ${megabytes.toFixed(1)} MB so far`}
        </span>
        <Button icon={<X aria-hidden />} onPress={() => ending.current?.abort()}>
          Cancel download
        </Button>
      </>
    )
  return formats.map(format => (
    <Button key={format} icon={<Download aria-hidden />} onPress={() => mutate(format)}>
      {`Download ${label(format)}`}
    </Button>
  ))
}
