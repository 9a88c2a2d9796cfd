import { AlertState } from '@desk/schema/alerts/alert'
import { ALERT_KIND_IDS, ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { FilterRow, filterOptions } from '#kit/tables/filter-row.tsx'
import { ALL } from '#kit/tables/list-filter.ts'
import { idOf } from '#kit/tables/table-search.ts'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { AlertSearch } from './alert-search.ts'

/** The states as a user reads them. */
const STATES: Readonly<Record<AlertState, string>> = {
  unread: 'Unread',
  open: 'Going on',
  ended: 'Ended',
  snoozed: 'Snoozed',
}

/** Kind, state, project and time; all of it is in the URL. */
export function AlertFilterRow({
  search,
  onChange,
  end,
}: {
  readonly search: AlertSearch
  readonly end: React.ReactNode
  readonly onChange: ChangeSearch
}) {
  const pick = (name: keyof AlertSearch) => (id: string) => onChange({ [name]: id === ALL ? undefined : id })
  return (
    <FilterRow span={search} onChange={onChange} end={end}>
      <NativeSelect
        label="Kind"
        options={filterOptions('All kinds', ALERT_KIND_IDS, id => ALERT_KINDS[id].label)}
        value={search.kind ?? ALL}
        onChange={pick('kind')}
      />
      <NativeSelect
        label="State"
        options={filterOptions('All states', AlertState.literals, id => STATES[id])}
        value={search.state ?? ALL}
        onChange={pick('state')}
      />
      <TextField
        label="Project ID"
        placeholder="Project ID"
        inputMode="numeric"
        value={String(search.project ?? '')}
        onChange={typed => onChange({ project: idOf(typed) }, true)}
      />
    </FilterRow>
  )
}
