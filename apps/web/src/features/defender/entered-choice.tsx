import { DAYS_UNTIL_NOW, type DaysUntilNow } from '#kit/tables/days-until-now.ts'
import { idOf } from '#kit/tables/table-search.ts'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import type { EnteredSpan } from './entered-span.ts'

const CUSTOM = 'custom'

export interface EnteredChoiceProps {
  readonly span: EnteredSpan & { readonly days: DaysUntilNow }
  readonly onChange: ChangeSearch
}

/** Chooses so many days until now; two moments beside it show as a choice of their own. */
export function EnteredChoice({ span: { days, from }, onChange }: EnteredChoiceProps) {
  return (
    <NativeSelect
      label="Time"
      options={[
        ...Object.entries(DAYS_UNTIL_NOW).map(([id, label]) => ({ id, label })),
        ...(from === undefined ? [] : [{ id: CUSTOM, label: 'From and until' }]),
      ]}
      value={from === undefined ? String(days) : CUSTOM}
      onChange={id => id !== CUSTOM && onChange({ days: idOf(id), from: undefined, until: undefined })}
    />
  )
}
