import { PROJECT_DOCUMENTS_MAX, type DocumentsChosen, type ProjectDocument } from '@desk/schema/documents/document'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp, Files } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage, isMissing } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useProjectLoad } from '#runtime/hooks/use-load.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { showToast } from '#ui/toasts.ts'
import { downloadFailure } from '#kit/downloads/download-failure.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { ProjectHead } from '#kit/heads/project-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { StatusOverlays } from '#kit/statuses/status-overlays.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { DocumentPreview } from './document-preview.tsx'
import { DocumentTable, type Act } from './document-table.tsx'
import { DocumentVersions } from './document-versions.tsx'
import { sizeText } from './document-words.ts'
import { EditDocument } from './edit-document.tsx'
import { saveDocuments } from './save-documents.ts'
import { UploadList } from './upload-list.tsx'
import { UploadQueue } from './upload-queue.ts'
import styles from './documents.module.css'

/** The orders of the list. */
const ORDERS = { name: 'Name', newest: 'Newest first', largest: 'Largest first', kind: 'Kind' } as const
type Order = keyof typeof ORDERS

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const COMPARE: Readonly<Record<Order, (one: ProjectDocument, other: ProjectDocument) => number>> = {
  name: () => 0,
  newest: (one, other) => other.file.uploaded_at.localeCompare(one.file.uploaded_at),
  largest: (one, other) => other.file.size_bytes - one.file.size_bytes,
  kind: (one, other) => byName.compare(one.kind, other.kind),
}

/** Documents in an order; those that are the same in it by name. */
function inOrder(documents: readonly ProjectDocument[], order: Order): readonly ProjectDocument[] {
  return documents.toSorted((one, other) => COMPARE[order](one, other) || byName.compare(one.name, other.name))
}

/** Whether a text names an order. */
const isOrder = (text: string): text is Order => Object.hasOwn(ORDERS, text)

const failed = (failure: unknown) => void showToast({ type: 'error', message: failureMessage(failure) })

function Documents({ me, projectUID }: { readonly me: CurrentUser; readonly projectUID: number }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const mayUpload = useMayCall('documents.upload')
  const list = desk.query('documents.list', { query: { pm_proj_ud: projectUID, limit: PROJECT_DOCUMENTS_MAX } })
  const read = useQuery({ ...list, staleTime: 0 })
  const { data } = read
  const refresh = () => void queries.invalidateQueries({ queryKey: list.queryKey })
  const [queue] = useState(() => new UploadQueue(desk, projectUID, refresh))
  const [order, setOrder] = useState<Order>('name')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<{ readonly act: Act; readonly document: ProjectDocument } | null>(null)
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const replacing = useRef<number | undefined>(undefined)

  const area = useRef<HTMLElement>(null)
  const isDeleting = useRef(false)
  useEffect(() => {
    // the button that deleted a document goes with its row
    if (!isDeleting.current || document.activeElement !== document.body) return
    isDeleting.current = false
    area.current?.focus()
  }, [data])

  const nameOf = (id: number | undefined) => data?.documents.find(({ document_ud }) => document_ud === id)?.name ?? ''
  const save = useAct('documents.download', {
    onDone: (answer, { payload }) => {
      const { document_uds: ids } = payload as unknown as DocumentsChosen // as download() sends it
      saveDocuments(answer, ids.length === 1 ? nameOf(ids[0]) : `documents-${projectUID}.zip`)
    },
    onFailed: failure => void showToast({ type: 'error', message: downloadFailure(failure) }),
  })
  const download = (documents: readonly ProjectDocument[]) =>
    save.send({
      params: { id: projectUID },
      payload: { document_uds: documents.map(({ document_ud }) => document_ud) },
    })
  const removal = useAct('documents.remove', {
    undo: (_answer, _headers, { params }) => desk.api.call('documents.restore', { params }),
    onDone: (_, { params }, undo) => {
      isDeleting.current = true
      refresh()
      void showToast({
        type: 'success',
        message: `${nameOf(params.document)} was deleted`,
        action: { label: 'Undo', onPress: undo },
      })
    },
    onUndone: refresh,
    onFailed: failed,
  })
  const link = useAct('documents.link', {
    onDone: ({ url }) => void copyText(url, 'The link'),
    onFailed: failed,
  })
  const choose = (replaces?: number) => {
    replacing.current = replaces
    input.current?.click()
  }
  const act = (kind: Act, document: ProjectDocument) => {
    const { document_ud } = document
    if (kind === 'download') download([document])
    else if (kind === 'delete') removal.send({ params: { id: projectUID, document: document_ud } })
    else if (kind === 'link') link.send({ params: { id: projectUID }, payload: { document_ud } })
    else if (kind === 'replace') choose(document_ud)
    else setOpen({ act: kind, document })
  }
  const close = () => setOpen(null)
  const picked = (data?.documents ?? []).filter(({ document_ud }) => chosen.has(document_ud))
  const upload = mayUpload ? (
    <Button variant="primary" icon={<FileUp aria-hidden />} onPress={() => choose()}>
      Upload files
    </Button>
  ) : null
  return (
    <section
      ref={area}
      tabIndex={-1}
      className={styles['area']}
      aria-label="Documents of the project"
      data-over={isOver || undefined}
      onDragOver={event => {
        if (!mayUpload || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        if (mayUpload) queue.add([...event.dataTransfer.files])
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          queue.add(replacing.current === undefined ? files : files.slice(0, 1), replacing.current)
          replacing.current = undefined
          // the same file may be chosen again
          event.target.value = ''
        }}
      />
      <UploadList queue={queue} />
      {data === undefined ? (
        <NotLoaded query={read} title="The documents" />
      ) : data.documents.length === 0 ? (
        <EmptyState title="No documents yet" icon={<Files aria-hidden />} action={upload}>
          {mayUpload
            ? 'Keep the brief, questionnaires, quotes and reports of the project here. Drop files onto this page, or choose them: up to 100 MB each.'
            : 'The brief, questionnaires, quotes and reports of the project are listed here.'}
        </EmptyState>
      ) : (
        <>
          <div className={styles['tools']}>
            {upload}
            <Button isDisabled={picked.length === 0} isPending={save.isPending} onPress={() => download(picked)}>
              {picked.length > 1 ? `Download ${picked.length} as a zip` : 'Download chosen'}
            </Button>
            <NativeSelect
              label="Sort by"
              value={order}
              options={Object.entries(ORDERS).map(([id, label]) => ({ id, label }))}
              onChange={value => isOrder(value) && setOrder(value)}
            />
            <span className={styles['quiet']}>
              {sizeText(data.used_bytes)} of {sizeText(data.max_bytes)} used. Times in {zone.text}.
            </span>
          </div>
          <DocumentTable
            documents={inOrder(data.documents, order)}
            chosen={chosen}
            zone={zone.name}
            onAct={act}
            onChoose={id =>
              setChosen(all => (all.has(id) ? new Set([...all].filter(each => each !== id)) : new Set([...all, id])))
            }
          />
        </>
      )}
      {open?.act === 'edit' ? (
        <EditDocument
          me={me}
          document={open.document}
          onSaved={() => {
            refresh()
            close()
          }}
          onClosed={close}
        />
      ) : open?.act === 'versions' ? (
        <DocumentVersions document={open.document} onClosed={close} />
      ) : open?.act === 'preview' ? (
        <DocumentPreview document={open.document} onClosed={close} />
      ) : null}
    </section>
  )
}

/** The documents of a project (§7.32): open to every user who sees it. */
export function ProjectDocumentsScreen({ projectUID }: { readonly projectUID: number }) {
  const project = useProjectLoad(projectUID)
  const me = useUser()
  useAppTitle(project.data === null ? null : `${project.data.pm_proj_name} documents`)
  if (isMissing(project.failure)) return <NotFound />
  return (
    <div className={screen['screen']}>
      <ProjectHead project={project.data} page="documents" />
      {me === null ? null : <Documents me={me} projectUID={projectUID} />}
      <StatusOverlays onChanged={project.refresh} />
    </div>
  )
}
