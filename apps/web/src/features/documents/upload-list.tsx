import { DOCUMENT_MAX_BYTES } from '@desk/schema/documents/document'
import { RotateCw, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useUnsavedGuard } from '#kit/forms/use-unsaved-guard.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { sizeText } from './document-words.ts'
import type { Upload, UploadQueue } from './upload-queue.ts'
import styles from './documents.module.css'

/** The files on their way, each with its progress and a button that ends it. */
export function UploadList({ queue }: { readonly queue: UploadQueue }) {
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads)
  useEffect(() => () => queue.leave(), [queue])
  const sent = uploads.filter(({ state }) => state !== 'failed').length
  const guard = useUnsavedGuard({
    hasUnsaved: sent > 0,
    texts: { title: 'Cancel the upload?', confirmLabel: 'Leave', cancelLabel: 'Stay' },
    lost: `${sent === 1 ? 'A file is' : `${sent} files are`} still being uploaded. Leaving this page cancels the upload.`,
  })
  return (
    <>
      {guard}
      {uploads.length === 0 ? null : <Uploads queue={queue} uploads={uploads} />}
    </>
  )
}

function Uploads({ queue, uploads }: { readonly queue: UploadQueue; readonly uploads: readonly Upload[] }) {
  return (
    <ul className={styles['uploads']} aria-label="Uploads">
      {uploads.map(({ id, file, state, share, fault }) => (
        <li key={id}>
          <span className={styles['filename']}>
            {file.name} <span className={styles['quiet']}>{sizeText(file.size)}</span>
          </span>
          {fault === null ? (
            <ProgressBar
              label={`Upload of ${file.name}`}
              value={Math.round(share * 100)}
              target={100}
              text={state === 'waiting' ? 'Waiting' : `${Math.round(share * 100)}%`}
            />
          ) : (
            <span role="alert" className={styles['fault']}>
              {fault}
            </span>
          )}
          <span className={styles['buttons']}>
            {fault === null || file.size > DOCUMENT_MAX_BYTES ? null : (
              <IconButton label={`Try ${file.name} again`} size="small" onPress={() => queue.retry(id)}>
                <RotateCw aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={fault === null ? `Cancel the upload of ${file.name}` : `Take ${file.name} off the list`}
              size="small"
              onPress={() => queue.cancel(id)}
            >
              <X aria-hidden />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  )
}
