import type { AlertState } from '@desk/schema/alerts/alert'
import { ALERT_KIND_IDS, ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { idOf, textOf } from '#kit/tables/table-search.ts'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AlertSearch } from './alert-search.ts'
import styles from './alerts.module.css'

const ALL = 'all'

/** The states as a user reads them. */
const STATES: Readonly<Record<AlertState, string>> = {
  unread: 'Unread',
  open: 'Going on',
  ended: 'Ended',
  snoozed: 'Snoozed',
}

/** Kind, state, project and time; all of it stands in the URL. */
export function AlertFilterRow({
  search,
  onChange,
}: {
  readonly search: AlertSearch
  readonly onChange: ChangeSearch
}) {
  const pick = (name: keyof AlertSearch) => (id: string) => onChange({ [name]: id === ALL ? undefined : id })
  return (
    <div className={styles['filters']} role="search" aria-label="Filters">
      <NativeSelect
        label="Kind"
        options={[
          { id: ALL, label: 'Every kind' },
          ...ALERT_KIND_IDS.map(id => ({ id, label: ALERT_KINDS[id].label })),
        ]}
        value={search.kind ?? ALL}
        onChange={pick('kind')}
      />
      <NativeSelect
        label="State"
        options={[{ id: ALL, label: 'Every state' }, ...Object.entries(STATES).map(([id, label]) => ({ id, label }))]}
        value={search.state ?? ALL}
        onChange={pick('state')}
      />
      <TextField
        label="Project ID"
        inputMode="numeric"
        value={String(search.project ?? '')}
        onChange={typed => onChange({ project: idOf(typed) }, true)}
      />
      <TextField
        label="From"
        type="datetime-local"
        value={search.from ?? ''}
        onChange={from => onChange({ from: textOf(from) }, true)}
      />
      <TextField
        label="Until"
        type="datetime-local"
        value={search.until ?? ''}
        onChange={until => onChange({ until: textOf(until) }, true)}
      />
    </div>
  )
}
