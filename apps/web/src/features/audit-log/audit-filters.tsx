import { AuditAct, AuditBy, AuditScope } from '@desk/schema/audit/audit-entry'
import type { User } from '@desk/schema/users/user'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FilterRow, filterOptions } from '#kit/tables/filter-row.tsx'
import { ALL } from '#kit/tables/list-filter.ts'
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
  const pick = (name: keyof AuditSearch) => (id: string) => onChange({ [name]: id === ALL ? undefined : id })
  return (
    <FilterRow span={search} onChange={onChange}>
      <NativeSelect
        label="Who"
        options={[
          { id: ALL, label: 'All users' },
          ...users.map(({ uid, firstname, lastname }) => ({ id: String(uid), label: `${firstname} ${lastname}` })),
        ]}
        value={String(search.who ?? ALL)}
        onChange={id => onChange({ who: idOf(id) })}
      />
      <NativeSelect
        label="What"
        options={filterOptions('Everything', AuditAct.literals, act => ACTS[act])}
        value={search.act ?? ALL}
        onChange={pick('act')}
      />
      <NativeSelect
        label="Object"
        options={filterOptions('All objects', AuditScope.literals, scopeWords)}
        value={search.scope ?? ALL}
        onChange={pick('scope')}
      />
      <TextField
        label="Object ID"
        placeholder="Object ID"
        inputMode="numeric"
        value={String(search.object ?? '')}
        onChange={typed => onChange({ object: idOf(typed) }, true)}
      />
      <NativeSelect
        label="By"
        options={filterOptions('All ways', AuditBy.literals, by => BYS[by])}
        value={search.by ?? ALL}
        onChange={pick('by')}
      />
    </FilterRow>
  )
}
