import type { SourceRow } from '@desk/schema/figures/figures'
import { Ellipsis, History, Route } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { LazyMenu } from '../../ui/lazy-menu.tsx'
import { openExplain } from '../../widgets/respondents/explain-request.ts'
import { openStatusHistory } from '../../widgets/statuses/status-history-state.ts'
import { StatusGlyph } from '../../widgets/statuses/status-glyph.tsx'
import styles from './source-name.module.css'

const EXPLAIN = 'explain'
const ITEMS = [
  { id: EXPLAIN, label: 'Explain', description: 'One respondent’s path, by RDUD or rid', icon: <Route aria-hidden /> },
  { id: 'history', label: 'Status history', icon: <History aria-hidden /> },
]

/** The head of a source's row: whether traffic comes in at a glance (the effective status), its name, and what can be done with it. */
export function SourceName({ row }: { row: SourceRow }) {
  const about = [row.name, row.type, ...(row.suppliers ?? [])].join(' · ')
  return (
    <span className={styles['source']}>
      <StatusGlyph statusid={row.effective_statusid} reason={row.status_reason} />
      <span className={styles['name']} title={about}>
        {row.name}
      </span>
      <LazyMenu
        label={`Actions for ${row.name}`}
        items={ITEMS}
        onAction={(id) => (id === EXPLAIN ? openExplain(row.stmid) : openStatusHistory({ scope: 'source', id: row.stmid, name: row.name }))}
      >
        {(trigger) => (
          <IconButton {...trigger} label={`Actions for ${row.name}`} size="small" hasTooltip={false}>
            <Ellipsis aria-hidden />
          </IconButton>
        )}
      </LazyMenu>
    </span>
  )
}
