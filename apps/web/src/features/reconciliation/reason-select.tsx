import { RECONCILIATION_REASONS, isReasonOf } from '@desk/schema/reconciliation/reasons'
import type { ReconciliationMode } from '@desk/schema/reconciliation/reconciliation-request'
import { NativeSelect } from '#ui/native-select.tsx'

const USUAL = 'usual'

/** The reason of rows that give none. @param value null: the usual one of the mode */
export function ReasonSelect({
  mode,
  value,
  onChange,
}: {
  readonly mode: ReconciliationMode
  readonly value: number | null
  readonly onChange: (code: number | null) => void
}) {
  return (
    <NativeSelect
      label="Reason"
      options={[
        { id: USUAL, label: mode === 'REJECT_LIST' ? 'None given (26)' : 'Adjust to complete (11)' },
        ...Object.values(RECONCILIATION_REASONS)
          .filter(({ code }) => isReasonOf(mode, code) && code !== (mode === 'REJECT_LIST' ? 26 : 11))
          .map(({ code, label }) => ({ id: String(code), label: `${label} (${code})` })),
      ]}
      value={value === null || !isReasonOf(mode, value) ? USUAL : String(value)}
      onChange={id => onChange(id === USUAL ? null : Number(id))}
    />
  )
}
