import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Fault } from './field-notes.tsx'
import { useOpenForm, type FieldState } from './form-context.ts'
import styles from './forms.module.css'
import { unfitWords } from './recorded-values.ts'
import { useUndrawnFaults } from './undrawn-faults.ts'

/** More than these are shown above the form alone, by number. */
const SHOWN = 3

export interface FieldSlotProps {
  field: FieldState
  children: React.ReactNode
  /** Takes the whole row of a section. */
  isWide?: boolean | undefined
}

/** The container of a field: found by name for focusing, and reports blur. It shows faults that no control within it shows. */
export function FieldSlot({ field, children, isWide = false }: FieldSlotProps) {
  const form = useOpenForm()
  const { drawn } = form
  const { name } = field.plan
  useEffect(() => {
    drawn.add(name)
    return () => void drawn.delete(name)
  }, [drawn, name])
  const unfit = useSelector(form.recorded?.form ?? form.form, ({ context: { values } }) =>
    form.recorded === null ? null : unfitWords(field.plan, values[name], form.recorded.empty[name]),
  )
  const undrawn = useUndrawnFaults(form).filter(fault => fault.field === name)
  return (
    <div
      data-field={name}
      className={isWide ? `${styles['slot']} ${styles['wide']}` : styles['slot']}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) field.left()
      }}
    >
      {children}
      {unfit === null ? null : <p className={styles['recorded']}>{unfit}</p>}
      {undrawn.slice(0, SHOWN).map(({ words }) => (
        <Fault key={words}>{words}</Fault>
      ))}
    </div>
  )
}

/** The props of every field, in addition to its name. */
export interface FieldProps {
  /** As in the form's plan. */
  name: string
  description?: React.ReactNode
  isDisabled?: boolean
  isWide?: boolean
}
