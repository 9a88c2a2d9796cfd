import { AuditAct, AuditBy, AuditScope } from '@desk/schema/audit/audit-entry'
import type { User } from '@desk/schema/users/user'
import { TextField } from '#ui/text-field.tsx'
import { FilterRow } from '#kit/tables/filter-row.tsx'
import { ALL, filterOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { idOf } from '#kit/tables/table-search.ts'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import type { AuditSearch } from './audit-search.ts'
import { ACTS, BYS, scopeWords } from './audit-words.ts'

/** The user, the act, the object, the means and the time; all of it is in the URL. */
export function AuditFilterRow({
  search,
  users,
  onChange,
}: {
  readonly search: AuditSearch
  readonly users: readonly User[]
  readonly onChange: ChangeSearch
}) {
  const filters: readonly ListFilter[] = [
    {
      name: 'who',
      label: 'Who',
      options: [
        { id: ALL, label: 'All users' },
        ...users.map(({ uid, firstname, lastname }) => ({ id: String(uid), label: `${firstname} ${lastname}` })),
      ],
      chosen: search.who,
    },
    {
      name: 'act',
      label: 'What',
      options: filterOptions('Everything', AuditAct.literals, act => ACTS[act]),
      chosen: search.act,
    },
    {
      name: 'scope',
      label: 'Object',
      options: filterOptions('All objects', AuditScope.literals, scopeWords),
      chosen: search.scope,
    },
    {
      name: 'by',
      label: 'By',
      options: filterOptions('All ways', AuditBy.literals, by => BYS[by]),
      chosen: search.by,
    },
  ]
  return (
    <FilterRow filters={filters} span={search} onChange={onChange}>
      <TextField
        label="Object ID"
        placeholder="Object ID"
        inputMode="numeric"
        value={String(search.object ?? '')}
        onChange={typed => onChange({ object: idOf(typed) }, true)}
      />
    </FilterRow>
  )
}
