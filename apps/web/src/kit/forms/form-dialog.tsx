import { Dialog } from '#ui/dialog.tsx'
import { FormBody, FormButtons, FormQuestions, useFormStand } from './form-parts.tsx'
import styles from './forms.module.css'
import type { Form } from './use-form.ts'

export interface FormDialogProps {
  form: Form
  title: string
  saveLabel?: string
  /** At the start of the footer: Delete. */
  actions?: React.ReactNode
  children: React.ReactNode
}

/** A form in a dialog. Put fields side by side with FormGrid. */
export function FormDialog({ form, title, saveLabel = 'Save', actions, children }: FormDialogProps) {
  const { isOpen, isBusy } = useFormStand(form)
  return (
    <>
      <Dialog
        isOpen={isOpen}
        title={title}
        isLocked={isBusy}
        onClose={() => form.form.send({ type: 'form.leaveRequested', to: null })}
        footer={
          <>
            {actions === undefined ? null : <span className={styles['start']}>{actions}</span>}
            <FormButtons form={form} saveLabel={saveLabel} />
          </>
        }
      >
        <FormBody form={form}>{children}</FormBody>
      </Dialog>
      <FormQuestions form={form} />
    </>
  )
}

/** Fields in two columns. */
export function FormGrid({ children }: { children: React.ReactNode }) {
  return <div className={styles['grid']}>{children}</div>
}
