import { DEFENDER_CATALOGUE, MODE_LABELS, RULE_MODES } from '@desk/schema/defender/rules'
import { NativeSelect } from '#ui/native-select.tsx'
import { NumberCell } from './number-cell.tsx'
import { BY_LEVEL, draftFaults, type DraftMode, type RuleDraft } from './rule-drafts.ts'
import styles from './defender.module.css'
import table from './rule-table.module.css'

const MODES = RULE_MODES.map(id => ({ id, label: MODE_LABELS[id] }))

const STAGES = [
  { at: 'entry', label: 'On entry: a refused respondent becomes a Defender term' },
  { at: 'return', label: 'At the return of a complete: a refused one becomes a quality term' },
] as const

export interface RuleTableProps {
  /** The subject of the settings: the accessible name. */
  readonly label: string
  readonly drafts: readonly RuleDraft[]
  readonly onChange: (drafts: readonly RuleDraft[]) => void
  /** How one says that a rule is left to those above; unset: there are none. */
  readonly inherited?: string
}

/** Each rule with its mode, threshold and window (§2.44). */
export function RuleTable({ label, drafts, onChange, inherited }: RuleTableProps) {
  const modes = inherited === undefined ? MODES : [{ id: BY_LEVEL, label: inherited } as const, ...MODES]
  const change = (changed: RuleDraft) => onChange(drafts.map(draft => (draft.rule === changed.rule ? changed : draft)))
  return (
    <div className={table['frame']}>
      <table className={table['table']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Action</th>
            <th scope="col">Threshold</th>
            <th scope="col">Window</th>
          </tr>
        </thead>
        {STAGES.map(({ at, label: stage }) => (
          <tbody key={at}>
            <tr className={table['stage']}>
              <th scope="rowgroup" colSpan={4}>
                {stage}
              </th>
            </tr>
            {drafts
              .filter(({ rule }) => DEFENDER_CATALOGUE[rule].at === at)
              .map(draft => (
                <RuleRow key={draft.rule} draft={draft} modes={modes} onChange={change} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface RuleRowProps {
  readonly draft: RuleDraft
  readonly modes: readonly { readonly id: DraftMode; readonly label: string }[]
  readonly onChange: (draft: RuleDraft) => void
}

function RuleRow({ draft, modes, onChange }: RuleRowProps) {
  const { label, judges, threshold, window } = DEFENDER_CATALOGUE[draft.rule]
  const faults = draftFaults(draft)
  const isDisabled = draft.mode === BY_LEVEL
  return (
    <tr>
      <th scope="row">
        <span className={styles['rule']}>
          {label}
          <span className={styles['judges']}>{judges}</span>
        </span>
      </th>
      <td>
        <NativeSelect
          label={`Action of ${label}`}
          isLabelHidden
          options={modes}
          value={draft.mode}
          onChange={id => {
            const mode = modes.find(option => option.id === id)?.id
            if (mode !== undefined) onChange({ ...draft, mode })
          }}
        />
      </td>
      <td>
        {threshold === null ? null : (
          <NumberCell
            label={`Threshold of ${label}`}
            unit={threshold.unit}
            value={draft.threshold}
            onChange={typed => onChange({ ...draft, threshold: typed })}
            error={faults.threshold}
            isDisabled={isDisabled}
          />
        )}
      </td>
      <td>
        {window === null ? null : (
          <NumberCell
            label={`Window of ${label}`}
            unit={window.unit}
            value={draft.windowHours}
            onChange={typed => onChange({ ...draft, windowHours: typed })}
            error={faults.window_hours}
            isDisabled={isDisabled}
          />
        )}
      </td>
    </tr>
  )
}
