import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { sayValue, type FieldPlan } from './field-kinds.ts'
import type { StaleEdit } from './form-runner.ts'
import styles from './stale-dialog.module.css'
import { keptOfMine, undecided, type Choices, type Difference, type Side } from './three-way.ts'

const OUTCOMES = {
  mine: 'Only you changed it: your value stays.',
  theirs: 'Only they changed it: theirs is taken.',
} as const
const SIDES: readonly (readonly [Side, string])[] = [
  ['mine', 'Keep mine'],
  ['theirs', 'Take theirs'],
]

interface DifferenceProps {
  readonly difference: Difference
  readonly field: FieldPlan
  readonly choice: Side | undefined
  readonly choose: (side: Side) => void
}

function FieldDifference({ difference: { opened, mine, now, changedBy }, field, choice, choose }: DifferenceProps) {
  return (
    <fieldset className={styles['field']}>
      <legend>{field.label}</legend>
      <dl className={styles['values']}>
        <div>
          <dt>As you opened it</dt>
          <dd>{sayValue(field, opened)}</dd>
        </div>
        <div>
          <dt>Yours</dt>
          <dd>{sayValue(field, mine)}</dd>
        </div>
        <div>
          <dt>Now</dt>
          <dd>{sayValue(field, now)}</dd>
        </div>
      </dl>
      {changedBy === 'both' ? (
        <div className={styles['sides']}>
          {SIDES.map(([side, label]) => (
            <label key={side} className={styles['side']}>
              <input type="radio" name={`side-${field.name}`} checked={choice === side} onChange={() => choose(side)} />
              {label}
            </label>
          ))}
        </div>
      ) : (
        <p className={styles['outcome']}>{OUTCOMES[changedBy]}</p>
      )}
    </fieldset>
  )
}

export interface StaleDialogProps {
  stale: StaleEdit
  /** The edited thing, in words: 'project'. */
  thing: string
  fields: readonly FieldPlan[]
  /** Who changed it and when, once it is known. */
  who: string | null
  onSettle: (choices: Choices) => void
  onPostpone: () => void
}

/** The conflict dialog: shows each field as opened, as edited and as stored, and asks which to keep. */
export function StaleDialog({ stale: { differences }, thing, fields, who, onSettle, onPostpone }: StaleDialogProps) {
  const [choices, setChoices] = useState<Choices>({})
  const open = undecided(differences, choices).length
  const isAllTheirs = Object.keys(keptOfMine(differences, choices)).length === 0
  return (
    <Dialog
      isOpen
      title="Changed in the meantime"
      onClose={onPostpone}
      footer={
        <>
          <Button onPress={onPostpone}>Back to the form</Button>
          <Button variant="primary" onPress={() => onSettle(choices)} isDisabled={open > 0}>
            {isAllTheirs && open === 0 ? 'Take theirs' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={styles['differences']}>
        <p>
          {who ?? 'Another user'} changed this {thing} since you opened it.{' '}
          {open > 0 ? 'Choose for each field that you both changed.' : 'Nothing is left to choose.'}
        </p>
        {differences.map(difference => {
          const field = fields.find(({ name }) => name === difference.name)
          return field === undefined ? null : (
            <FieldDifference
              key={difference.name}
              difference={difference}
              field={field}
              choice={choices[difference.name]}
              choose={side => setChoices(before => ({ ...before, [difference.name]: side }))}
            />
          )
        })}
      </div>
    </Dialog>
  )
}
