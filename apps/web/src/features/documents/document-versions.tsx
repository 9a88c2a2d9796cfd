import type { ProjectDocument } from '@desk/schema/documents/document'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Dialog } from '#ui/dialog.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { sizeText } from './document-words.ts'
import { saveDocuments } from './save-documents.ts'
import styles from './documents.module.css'

/** Every version of a document, newest first, each to be downloaded. */
export function DocumentVersions({
  document,
  onClosed,
}: {
  readonly document: ProjectDocument
  readonly onClosed: () => void
}) {
  const desk = useDesk()
  const zone = useZone()
  const { pm_proj_ud: id, document_ud } = document
  const read = useQuery({
    ...desk.query('documents.versions', { params: { id, document: document_ud } }),
    staleTime: 0,
  })
  const save = useAct('documents.download', { onDone: answer => saveDocuments(answer, document.name) })
  return (
    <Dialog isOpen title={`Versions of ${document.name}`} onClose={onClosed}>
      <CallFailure error={save.failure} />
      <Loaded query={read} title="The versions" lines={3}>
        {data => (
          <ol className={styles['versions']} aria-label="Versions">
            {data.map(version => (
              <li key={version.number}>
                <div>
                  <strong>Version {version.number}</strong> {version.filename}
                  <span className={styles['meta']}>
                    {sizeText(version.size_bytes)} · {version.media_type} · {version.uploaded_by ?? 'Staff'} ·{' '}
                    {dateTimeText(Date.parse(version.uploaded_at), zone.name)}
                  </span>
                  <span className={styles['hash']}>SHA-256 {version.sha256}</span>
                </div>
                <IconButton
                  label={`Download version ${version.number}`}
                  size="small"
                  onPress={() =>
                    save.send({ params: { id }, payload: { document_uds: [document_ud], number: version.number } })
                  }
                >
                  <Download aria-hidden />
                </IconButton>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}
