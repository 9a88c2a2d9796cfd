import { AlertState } from '@desk/schema/alerts/alert'
import { ALERT_KIND_IDS, ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { FilterRow } from '#kit/tables/filter-row.tsx'
import { filterOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { idOf } from '#kit/tables/table-search.ts'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
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
  const filters: readonly ListFilter[] = [
    {
      name: 'kind',
      label: 'Kind',
      options: filterOptions('All kinds', ALERT_KIND_IDS, id => ALERT_KINDS[id].label),
      chosen: search.kind,
    },
    {
      name: 'state',
      label: 'State',
      options: filterOptions('All states', AlertState.literals, id => STATES[id]),
      chosen: search.state,
    },
  ]
  return (
    <FilterRow filters={filters} span={search} onChange={onChange} end={end}>
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
