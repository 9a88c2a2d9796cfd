import type { SourceQualification } from '@desk/schema/sources/quals-quotas'
import { Suspense, useState } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { Fault } from '#kit/forms/field-notes.tsx'
import { FieldSlot } from '#kit/forms/field-slot.tsx'
import type { FormValue } from '#kit/forms/field-kinds.ts'
import { answersWords, type AnswerNames } from './condition-words.ts'
import type { Locale } from './qualifications-of.ts'
import styles from './quotas.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SourceFormSent } from '../source-plan.ts'

const { useFormField } = formFields<SourceFormSent>()

const QualificationDialog = lazyOverlay(
  () => import('./qualification-dialog.tsx'),
  'The qualification',
  ({ onClose }) => onClose(),
)

/** The content of a qualifications field. */
export const qualificationsIn = (value: FormValue): readonly SourceQualification[] =>
  (value ?? []) as unknown as readonly SourceQualification[] // the form's own field

/** Whom a source takes: qualifications with the answers that pass. Of a field of kind 'data' named `qualifications`. */
export function QualificationsField({
  name,
  locale,
  names,
}: {
  name: 'qualifications'
  locale: Locale | null
  names: AnswerNames
}) {
  const field = useFormField(name)
  const list = qualificationsIn(field.value)
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const change = (next: readonly SourceQualification[]) => field.change(next as unknown as FormValue)
  const done = (qualification: SourceQualification) => {
    change(open === 'new' ? [...list, qualification] : list.map((own, at) => (at === open ? qualification : own)))
    setOpen(null)
  }
  const faultOf = (at: number) =>
    field.errorAt(`${at}_param`) ??
    field.errorAt(`${at}_in`) ??
    field.errorAt(`${at}_max`) ??
    field.errorAt(`${at}_name`)
  return (
    <FieldSlot field={field} isWide>
      <div className={styles['quotas']}>
        {list.length === 0 ? (
          <p className={styles['note']}>
            All respondents qualify. A qualification lets in matching answers only; other respondents become screener
            terms.
          </p>
        ) : null}
        <ul role="list" aria-label="Qualifications" className={styles['qualifications']}>
          {list.map((qualification, at) => (
            <li key={qualification.param} className={styles['qualification']}>
              <span className={styles['name']}>
                {qualification.name} <span className={styles['code']}>{qualification.param}</span>
              </span>
              <span className={styles['words']}>{answersWords(qualification, names)}</span>
              <Button
                size="small"
                variant="ghost"
                isDisabled={field.isBusy}
                onPress={() => setOpen(at)}
                aria-label={`Change ${qualification.name}`}
              >
                Change
              </Button>
              <Button
                size="small"
                variant="ghost"
                isDisabled={field.isBusy}
                onPress={() => change(list.filter((_, index) => index !== at))}
                aria-label={`Remove ${qualification.name}`}
              >
                Remove
              </Button>
              <Fault>{faultOf(at)}</Fault>
            </li>
          ))}
        </ul>
        <div>
          <Button onPress={() => setOpen('new')} isDisabled={field.isBusy}>
            Add qualification
          </Button>
        </div>
        <Fault>{field.error}</Fault>
      </div>
      <Suspense fallback={null}>
        {open === null ? null : (
          <QualificationDialog
            locale={locale}
            qualification={open === 'new' ? null : (list[open] ?? null)}
            taken={list.flatMap(({ param }, at) => (at === open ? [] : [param]))}
            onDone={done}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </FieldSlot>
  )
}
