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

/**
 * The text under such a control: its description, fault, or warning. @param id the id in the control's
 * aria-describedby
 */
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

/** The fault of a field, or of a part of it, without a control of its own; null: none. */
export function Fault({ children }: { children: string | null }) {
  return children === null ? null : (
    <p role="alert" className={fieldStyles['error']}>
      {children}
    </p>
  )
}
