import type { Crumb } from '#ui/breadcrumbs.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PageHead, type HeadFact } from '#kit/heads/page-head.tsx'
import { useWarnings } from './form-context.ts'
import { FormBody, FormButtons, FormQuestions, useFormStand } from './form-parts.tsx'
import styles from './forms.module.css'
import type { Form } from './use-form.ts'

export interface FormPageProps {
  form: Form
  title: string
  crumbs: readonly Crumb[]
  facts?: readonly HeadFact[]
  /** Beside the title. */
  status?: React.ReactNode
  saveLabel?: string
  /** More buttons, before Cancel. */
  actions?: React.ReactNode
  /** Saves as well, and more: between Cancel and Save. */
  otherSave?: React.ReactNode
  /** Beneath the form, outside of it. */
  below?: React.ReactNode
  /** For a user who may read it and not save: its fields are disabled. */
  isReadOnly?: boolean
  children: React.ReactNode
}

const READ_ONLY_WORDS = 'Your role reads this and does not change it'

/** A page with a form: head, sections, and what saves it always in sight. */
export function FormPage({
  form,
  title,
  crumbs,
  facts = [],
  status,
  saveLabel = 'Save',
  actions,
  otherSave,
  below,
  isReadOnly = false,
  children,
}: FormPageProps) {
  const { isOpen, hasUnsaved } = useFormStand(form)
  if (!isOpen) return form.isReady ? null : <Skeleton label="Loading the form" height="36px" lines={8} />
  return (
    <div className={styles['page']}>
      <PageHead crumbs={crumbs} title={title} facts={facts} status={status} />
      <FormBody form={form}>
        {isReadOnly ? (
          <fieldset disabled className={styles['read']}>
            {children}
          </fieldset>
        ) : (
          children
        )}
      </FormBody>
      <footer className={styles['footer']}>
        <span className={styles['mark']} role="status">
          {isReadOnly ? READ_ONLY_WORDS : hasUnsaved ? 'Unsaved changes' : ''}
        </span>
        {hasUnsaved ? <SaidAgain form={form} /> : null}
        {actions}
        <FormButtons form={form} saveLabel={isReadOnly ? null : saveLabel} otherSave={otherSave} />
      </footer>
      {below}
      <FormQuestions form={form} />
    </div>
  )
}

/** The warnings under the fields, once more where they are saved (docs/decisions/0091). */
function SaidAgain({ form }: { readonly form: Form }) {
  const warnings = useWarnings(form)
  const text = warnings.map(({ words }) => words).join(' ')
  return text === '' ? null : (
    <p className={styles['warned']} title={text}>
      ! {text}
    </p>
  )
}

/** Fields that belong together, in two columns. */
export function FormSection({
  title,
  description,
  children,
}: {
  title: string
  description?: React.ReactNode
  children: React.ReactNode
}) {
  return (
    <section className={styles['section']} aria-label={title}>
      <div>
        <h2 className={styles['heading']}>{title}</h2>
        {description === undefined ? null : <p className={styles['about']}>{description}</p>}
      </div>
      <div className={styles['grid']}>{children}</div>
    </section>
  )
}
