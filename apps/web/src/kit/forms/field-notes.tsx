import fieldStyles from '#ui/field.module.css'
import type { FieldState } from './form-context.ts'
import styles from './forms.module.css'

/** The name of a field whose control is the browser's own; the fields of `ui/` bring theirs. */
export function FieldName({ field: { plan } }: { field: FieldState }) {
  return (
    <>
      {plan.label}
      {plan.isRequired === true ? <span className={fieldStyles['required']}> (required)</span> : null}
    </>
  )
}

/** What stands under such a control: its description, what is wrong, or what is worth knowing. @param id what the control is described by */
export function FieldNotes({
  id,
  error,
  warning,
  description,
}: {
  id: string
  error: string | null
  warning?: string | undefined
  description: React.ReactNode
}) {
  return (
    <div id={id} className={styles['notes']}>
      {description === undefined ? null : <p className={fieldStyles['description']}>{description}</p>}
      {error === null ? null : <p className={fieldStyles['error']}>{error}</p>}
      {error !== null || warning === undefined ? null : <p className={styles['warning']}>{warning}</p>}
    </div>
  )
}

/** What is wrong with a field, or a part of it, that no control says; null: nothing. */
export function Fault({ children }: { children: string | null }) {
  return children === null ? null : (
    <p role="alert" className={fieldStyles['error']}>
      {children}
    </p>
  )
}
