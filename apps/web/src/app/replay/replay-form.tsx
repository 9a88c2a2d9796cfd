import type { formMachine } from '@desk/machines/form/form.machine'
import { asksToLeave } from '@desk/machines/form/form.selectors'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import type { Runner } from '#runtime/runner.ts'
import fieldStyles from '#ui/field.module.css'
import { FormCheckboxes, FormSelect, FormSwitch } from '#kit/forms/form-choices.tsx'
import { FormDateTime } from '#kit/forms/form-date-time.tsx'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { Fault, FieldName } from '#kit/forms/field-notes.tsx'
import { FieldSlot } from '#kit/forms/field-slot.tsx'
import { useFormField } from '#kit/forms/form-context.ts'
import { LeaveQuestion } from '#kit/forms/form-notices.tsx'
import { FormBody, FormButtons, useFormStand } from '#kit/forms/form-parts.tsx'
import { FormNumber, FormText } from '#kit/forms/form-texts.tsx'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { Form } from '#kit/forms/use-form.ts'
import { drawnForm, wordsOf, type DrawnForm, type KnownNames } from './replay-form-plan.ts'
import styles from './replay-stage.module.css'

type FormSnapshot = SnapshotFrom<typeof formMachine>

const nothing = () => undefined
const NO_STALE: Form['stale'] = { read: () => null, subscribe: () => nothing }
/** A text of more than this takes the whole row. */
const SHORT_TEXT = 40

/** Lists that the viewer's browser has already: a picture asks for nothing (R2). */
function useKnownNames(): KnownNames {
  const desk = useDesk()
  const { zones } = useTimeZones()
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), enabled: false })
  const languages = useQuery({ ...desk.query('lookups.languages', {}), enabled: false })
  return { zones, countries: countries.data ?? [], languages: languages.data ?? [] }
}

/** A form that stands where its machine stood: nothing moves it. */
function stillForm(snapshot: FormSnapshot, drawn: DrawnForm, id: string): Form {
  const form: Runner<typeof formMachine> = {
    name: 'form',
    send: nothing,
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: nothing }),
  }
  const { thing, fields } = drawn
  return {
    form,
    open: nothing,
    close: nothing,
    stale: NO_STALE,
    settle: nothing,
    postpone: nothing,
    id,
    isReady: true,
    plan: { thing, fields, version: null },
    draftText: 'You have unsaved changes.',
    touched: new Set(),
  }
}

/** What was wrong within a field that holds more than a value: at 'texts_0_name' of 'texts' (§5.28). */
function faultsWithin({ context: { errors, fields } }: FormSnapshot): (name: string) => readonly string[] {
  return name =>
    Object.entries(errors).flatMap(([key, text]) =>
      key.startsWith(`${name}_`) && !fields.some(field => field.name === key) ? [text] : [],
    )
}

/** A form as its machine had it, by the components that every form is made of: values, what was wrong with them, what the server said, the question before leaving. */
export default function ReplayForm({ snapshot }: { readonly snapshot: FormSnapshot }) {
  const id = useId()
  const [nowMs] = useState(() => Date.now())
  const drawn = drawnForm(snapshot.context, useKnownNames(), nowMs)
  const form = stillForm(snapshot, drawn, id)
  const within = faultsWithin(snapshot)
  const fields = drawn.fields.map(plan => <DrawnField key={plan.name} plan={plan} faults={within(plan.name)} />)
  if (drawn.isDialog) {
    return (
      <div className={styles['dialogs']} data-open>
        <FormDialog form={form} title={drawn.title}>
          <FormGrid>{fields}</FormGrid>
        </FormDialog>
      </div>
    )
  }
  return (
    <>
      <div className={styles['form']}>
        <h2 className={styles['title']}>{drawn.title}</h2>
        <FormBody form={form}>
          <FormGrid>{fields}</FormGrid>
        </FormBody>
        <PageButtons form={form} />
      </div>
      <div className={styles['dialogs']} data-open={asksToLeave(snapshot) || undefined}>
        <LeaveQuestion isOpen={asksToLeave(snapshot)} onAnswer={nothing} />
      </div>
    </>
  )
}

function PageButtons({ form }: { readonly form: Form }) {
  const { hasUnsaved } = useFormStand(form)
  return (
    <p className={styles['buttons']}>
      <span>{hasUnsaved ? 'Unsaved changes' : ''}</span>
      <FormButtons form={form} saveLabel="Save" />
    </p>
  )
}

interface DrawnFieldProps {
  readonly plan: FieldPlan
  /** Of what is in it. */
  readonly faults: readonly string[]
}

function DrawnField({ plan, faults }: DrawnFieldProps) {
  const { value } = useFormField(plan.name)
  const { name } = plan
  if (plan.kind === 'switch') return <FormSwitch name={name} />
  if (plan.kind === 'number') return <FormNumber name={name} />
  if (plan.kind === 'moment') return <FormDateTime name={name} />
  if (plan.kind === 'choice' && (typeof value === 'string' || typeof value === 'number'))
    return <FormSelect name={name} options={[{ value, label: wordsOf(plan, value) }]} />
  if (plan.kind === 'choice') return <FormSelect name={name} options={[]} />
  if (plan.kind === 'choices' && Array.isArray(value) && value.length > 0) {
    // a choice is an id, a code or a text: the plan's kind was judged by what the field holds
    return (
      <FormCheckboxes
        name={name}
        isWide
        options={(value as readonly (string | number)[]).map(each => ({ value: each, label: wordsOf(plan, [each]) }))}
      />
    )
  }
  if (plan.kind === 'data' || plan.kind === 'choices') return <DataField plan={plan} faults={faults} />
  const text = typeof value === 'string' ? value : ''
  return <FormText name={name} isWide={text.length > SHORT_TEXT} {...(text.includes('\n') ? { rows: 4 } : {})} />
}

/** What a control of the form's own showed, in words, with what was wrong anywhere in it. */
function DataField({ plan, faults }: DrawnFieldProps) {
  const field = useFormField(plan.name)
  return (
    <FieldSlot field={field} isWide>
      <div className={fieldStyles['field']}>
        <span className={fieldStyles['label']}>
          <FieldName field={field} />
        </span>
        <p className={styles['data']}>{wordsOf(plan, field.value)}</p>
        <Fault>{field.error}</Fault>
        {faults.map(fault => (
          <Fault key={fault}>{fault}</Fault>
        ))}
      </div>
    </FieldSlot>
  )
}
