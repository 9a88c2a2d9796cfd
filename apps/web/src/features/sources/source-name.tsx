import type { SourceRow } from '@desk/schema/figures/figures'
import { ChevronDown, Copy, CopyPlus, Ellipsis, Eye, FlaskConical, History, Pencil, Route } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import type { MenuItem } from '#ui/menu-list.tsx'
import { openExplain } from '#kit/respondents/explain-request.ts'
import { useChangeSearch } from '#runtime/hooks/use-url-search.ts'
import { historySearch } from '#kit/statuses/history-search.ts'
import { StatusGlyph } from '#kit/statuses/status-glyph.tsx'
import { TYPE_WORDS } from './source-words.ts'
import styles from './source-name.module.css'
import { isolated } from '#ui/format/isolated.ts'

const SupplierResults = lazyOverlay(
  () => import('./supplier-results.tsx'),
  'The suppliers',
  ({ onClose }) => onClose(),
)

export type SourceAction = 'edit' | 'duplicate' | 'copy' | 'test' | 'explain' | 'history'

const ITEMS: readonly (MenuItem & { readonly id: SourceAction })[] = [
  { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden /> },
  {
    id: 'duplicate',
    label: 'Duplicate',
    description: 'Creates a draft with the same setup',
    icon: <CopyPlus aria-hidden />,
  },
  { id: 'copy', label: 'Copy to another survey', icon: <Copy aria-hidden /> },
  { id: 'test', label: 'Copy the test link', icon: <FlaskConical aria-hidden /> },
  {
    id: 'explain',
    label: 'Explain',
    description: 'One respondent’s path, by RDUD or RID',
    icon: <Route aria-hidden />,
  },
  { id: 'history', label: 'Status history', icon: <History aria-hidden /> },
]

/** Without the permission to change sources. */
const READ_ITEMS = ITEMS.filter(({ id }) => id !== 'duplicate' && id !== 'copy').map(item =>
  item.id === 'edit' ? { ...item, label: 'View', icon: <Eye aria-hidden /> } : item,
)

/** The acts that the table itself performs. */
export type SourceNameAction = Exclude<SourceAction, 'explain' | 'history'>

export interface SourceNameProps {
  row: Pick<SourceRow, 'stmid' | 'name' | 'type' | 'suppliers' | 'effective_statusid' | 'status_reason'>
  /** The editor's path behind the #; null: it is not this view's. */
  path: string | null
  /** Whether the user sees the results of its suppliers. */
  seesSuppliers: boolean
  /** Whether the user changes sources: else the editor only shows it. */
  mayEdit: boolean
  onAction: (action: SourceNameAction) => void
}

/** The first cell of a source's row: the mark of its effective status, its name, and its menu. */
export function SourceName({ row, path, seesSuppliers, mayEdit, onAction }: SourceNameProps) {
  const about = [row.name, TYPE_WORDS[row.type], ...(row.suppliers ?? [])].map(isolated).join(' · ')
  const change = useChangeSearch()
  const act = (id: string) => {
    const action = ITEMS.find(item => item.id === id)?.id
    if (action === 'explain') openExplain({ scope: 'source', id: row.stmid })
    else if (action === 'history') change(historySearch({ scope: 'source', id: row.stmid, name: row.name }))
    else if (action !== undefined) onAction(action)
  }
  return (
    <span className={styles['source']}>
      <StatusGlyph statusid={row.effective_statusid} reason={row.status_reason} />
      {path === null ? (
        <ClampedText title={about}>{row.name}</ClampedText>
      ) : (
        <a href={`#${path}`} className={styles['link']}>
          <ClampedText title={about}>{row.name}</ClampedText>
        </a>
      )}
      {seesSuppliers && (row.suppliers ?? []).length > 0 ? <SuppliersButton row={row} /> : null}
      <LazyMenu
        label={`Actions for ${row.name}`}
        items={(mayEdit ? ITEMS : READ_ITEMS).filter(({ id }) => id !== 'edit' || path !== null)}
        onAction={act}
      >
        {trigger => (
          <IconButton {...trigger} label={`Actions for ${row.name}`} size="small" hasTooltip={false}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      </LazyMenu>
    </span>
  )
}

/** Opens the results of a source's suppliers below its row. */
function SuppliersButton({ row }: Pick<SourceNameProps, 'row'>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const preload = () => void SupplierResults.preload()
  return (
    <>
      <IconButton
        ref={trigger}
        label={`Suppliers of ${row.name}`}
        size="small"
        hasTooltip={false}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        onHoverStart={preload}
        onFocus={preload}
      >
        <ChevronDown aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {isOpen ? <SupplierResults source={row} trigger={trigger} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
