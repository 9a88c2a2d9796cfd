import { DOCUMENT_KINDS, type ProjectDocument } from '@desk/schema/documents/document'
import { Download, Eye, History, Link, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { mayCall } from '#runtime/api/may-call.ts'
import type { EndpointKey } from '#runtime/api/endpoints.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { ShortList } from '#kit/tables/short-list.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { sizeText } from './document-words.ts'
import styles from './documents.module.css'

const ACTS = ['preview', 'download', 'link', 'edit', 'replace', 'versions', 'delete'] as const
export type Act = (typeof ACTS)[number]

const ICONS = {
  preview: Eye,
  download: Download,
  link: Link,
  edit: Pencil,
  replace: RefreshCw,
  versions: History,
  delete: Trash2,
}
const LABELS: Readonly<Record<Act, string>> = {
  preview: 'Preview',
  download: 'Download',
  link: 'Copy a link, good for 10 minutes, to',
  edit: 'Edit',
  replace: 'Replace',
  versions: 'Versions of',
  delete: 'Delete',
}

/** The calls of acts that not every role makes. */
const CALLS: Readonly<Partial<Record<Act, EndpointKey>>> = {
  edit: 'documents.update',
  replace: 'documents.upload',
  delete: 'documents.remove',
}

export interface DocumentTableProps {
  readonly documents: readonly ProjectDocument[]
  readonly chosen: ReadonlySet<number>
  readonly zone: string
  readonly onChoose: (id: number) => void
  readonly onAct: (act: Act, document: ProjectDocument) => void
}

/** The documents of a project. */
export function DocumentTable({ documents, chosen, zone, onChoose, onAct }: DocumentTableProps) {
  const user = useUser()
  const acts = ACTS.filter(act => {
    const call = CALLS[act]
    return call === undefined || (user !== null && mayCall(user, call))
  })
  return (
    <ShortList label="Documents" heads={['Document', 'Kind', 'Size', 'Uploaded']} actsHead="Actions">
      {documents.map(document => {
        const { document_ud: id, name, kind, note, file } = document
        return (
          <tr key={id}>
            <th scope="row" className={styles['name']}>
              <label className={styles['choice']}>
                <input
                  type="checkbox"
                  aria-label={`Select ${name}`}
                  checked={chosen.has(id)}
                  onChange={() => onChoose(id)}
                />
                <span>
                  {name}
                  {note === null ? null : <span className={styles['meta']}>{note}</span>}
                </span>
              </label>
            </th>
            <td>{DOCUMENT_KINDS[kind]}</td>
            <td className={styles['figure']}>
              {sizeText(file.size_bytes)}
              {file.number > 1 ? <span className={styles['meta']}>Version {file.number}</span> : null}
            </td>
            <td>
              {dateTimeText(Date.parse(file.uploaded_at), zone)}
              <span className={styles['meta']}>{file.uploaded_by ?? 'Staff'}</span>
            </td>
            <td data-unexported>
              <span className={styles['buttons']}>
                {acts.map(act => {
                  const Icon = ICONS[act]
                  return (
                    <IconButton
                      key={act}
                      label={`${LABELS[act]} ${name}`}
                      size="small"
                      isDisabled={act === 'preview' && file.preview === null}
                      onPress={() => onAct(act, document)}
                    >
                      <Icon aria-hidden />
                    </IconButton>
                  )
                })}
              </span>
            </td>
          </tr>
        )
      })}
    </ShortList>
  )
}
