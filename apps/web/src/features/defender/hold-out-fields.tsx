import { Checkbox } from '#ui/checkbox.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { holdOutFault, type HoldOutDraft } from './hold-out-draft.ts'
import { NumberCell } from './number-cell.tsx'
import styles from './defender.module.css'

const WHOSE = [
  { id: 'account', label: 'As the account' },
  { id: 'own', label: 'Its own' },
] as const

export interface HoldOutFieldsProps {
  readonly draft: HoldOutDraft
  readonly onChange: (draft: HoldOutDraft) => void
  /** It may be left to the account. */
  readonly isOfProject?: boolean
}

/** How many of those whom a rule refuses at the door are let in all the same, and how they count (docs/decisions/0069). */
export function HoldOutFields({ draft, onChange, isOfProject = false }: HoldOutFieldsProps) {
  return (
    <div className={styles['holdOut']} role="group" aria-label="Hold-out">
      <span className={styles['rule']}>
        Hold-out
        <span className={styles['judges']}>
          So many of those whom a rule would refuse at the door are let in and marked, to learn how often it is wrong.
          What they complete is a quality term that costs and brings nothing, unless it is billed.
        </span>
      </span>
      {isOfProject ? (
        <NativeSelect
          label="Whose hold-out holds"
          isLabelHidden
          options={WHOSE}
          value={draft.isOwn ? 'own' : 'account'}
          onChange={id => onChange({ ...draft, isOwn: id === 'own' })}
        />
      ) : null}
      <NumberCell
        label="Hold-out"
        unit="%"
        value={draft.percent}
        onChange={percent => onChange({ ...draft, percent })}
        error={holdOutFault(draft)}
        isDisabled={!draft.isOwn}
      />
      <Checkbox
        isSelected={draft.isBillable}
        onChange={isBillable => onChange({ ...draft, isBillable })}
        isDisabled={!draft.isOwn}
      >
        Their completes are billed
      </Checkbox>
    </div>
  )
}
