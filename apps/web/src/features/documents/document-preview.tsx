import type { ProjectDocument } from '@desk/schema/documents/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Loaded } from '#kit/errors/loaded.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Dialog } from '#ui/dialog.tsx'
import { blobOf } from './save-documents.ts'
import styles from './documents.module.css'

/** How much of a text is shown. */
const TEXT_BYTES = 200_000

/** Shows an image, a PDF or a text within the page; nothing of it runs there. */
export function DocumentPreview({
  document,
  onClosed,
}: {
  readonly document: ProjectDocument
  readonly onClosed: () => void
}) {
  const desk = useDesk()
  const { document_ud, pm_proj_ud: id, file } = document
  const read = useQuery({
    queryKey: ['document preview', document_ud, file.number],
    queryFn: async ({ signal }) => {
      const answer = await desk.api.call('documents.download', {
        params: { id },
        payload: { document_uds: [document_ud] },
        signal,
      })
      const blob = blobOf(answer, file.preview === 'text' ? 'text/plain' : file.media_type)
      return { blob, text: file.preview === 'text' ? await blob.slice(0, TEXT_BYTES).text() : null }
    },
    gcTime: 0,
  })
  return (
    <Dialog isOpen title={document.name} onClose={onClosed}>
      <Loaded query={read} title="The preview" lines={6}>
        {data =>
          data.text === null ? (
            <Shown blob={data.blob} document={document} />
          ) : (
            <>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
              <pre className={styles['text']} role="region" aria-label={`Text of ${document.name}`} tabIndex={0}>
                {data.text}
              </pre>
              {data.blob.size > TEXT_BYTES ? (
                <p className={styles['quiet']}>This is its beginning: download it to read all.</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Shown({ blob, document: { name, file } }: { readonly blob: Blob; readonly document: ProjectDocument }) {
  const [address] = useState(() => URL.createObjectURL(blob))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return file.preview === 'image' ? (
    <img className={styles['image']} src={address} alt={name} />
  ) : (
    <iframe className={styles['pdf']} src={address} title={name} />
  )
}
