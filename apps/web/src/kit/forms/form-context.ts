import { errorOf, isBusy, values as formValues } from '@desk/machines/form/form.selectors'
import { useSelector } from '@xstate/react'
import { createContext, useContext } from 'react'
import type { FieldPlan, FormValue } from './field-kinds.ts'
import type { FormWarning } from './form-runner.ts'
import type { Form } from './use-form.ts'

export const FormContext = createContext<Form | null>(null)

/** The form around a field. */
export function useOpenForm(): Form {
  const form = useContext(FormContext)
  if (form === null) throw new Error('A field of a form needs a FormPage or a FormDialog')
  return form
}

/** The present content of the form: for a part that depends on another field. */
export function useFormValue(name: string): FormValue {
  return useSelector(useOpenForm().form, snapshot => formValues(snapshot)[name] ?? null)
}

const NONE: readonly FormWarning[] = []
const isSameText = (one: readonly FormWarning[], other: readonly FormWarning[]): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every(({ key, words }, at) => key === other[at]?.key && words === other[at].words))

/** The warnings of the form's present values. */
export function useWarnings({ form, plan }: Form): readonly FormWarning[] {
  return useSelector(form, snapshot => plan.warningsOf?.(formValues(snapshot)) ?? NONE, isSameText)
}

/** One field of the form, for a control of one's own. */
export interface FieldState<Plan extends FieldPlan = FieldPlan> {
  readonly plan: Plan
  readonly value: FormValue
  /** The text under it (§8.7); null: nothing is wrong. */
  readonly error: string | null
  /** A warning of an unlikely value, without a fault; null: none. */
  readonly warning: string | null
  /** The form is being checked or sent: the field is disabled but keeps the focus. */
  readonly isBusy: boolean
  readonly change: (value: FormValue) => void
  readonly left: () => void
  /** The fault of something in it: `errorAt('0_text')` of 'texts' is that of the first one's text (§5.28). */
  readonly errorAt: (path: string) => string | null
  /** The warning about something in it, by the same path. */
  readonly warningAt: (path: string) => string | null
}

/** Reads a field of the form by its name. @throws Error when the plan has no such field */
export function useFormField(name: string): FieldState {
  const open = useOpenForm()
  const { form, plan, touched, drawn } = open
  const field = plan.fields.find(each => each.name === name)
  if (field === undefined) throw new Error(`The form's plan has no field ${name}`)
  // Each by itself: typing in one field renders that one alone.
  const value = useSelector(form, snapshot => formValues(snapshot)[name] ?? null)
  const error = useSelector(form, snapshot => errorOf(snapshot, name))
  const warnings = useWarnings(open)
  const warningOf = (key: string) => warnings.find(each => each.key === key)?.words ?? null
  const faults = useSelector(form, snapshot => snapshot.context.errors)
  return {
    plan: field,
    value,
    error,
    warning: error === null ? warningOf(name) : null,
    isBusy: useSelector(form, isBusy),
    change: value => {
      touched.add(name)
      form.send({ type: 'field.changed', field: name, value })
    },
    left: () => {
      if (touched.has(name)) form.send({ type: 'field.left', field: name })
    },
    errorAt: path => {
      const key = `${name}_${path}`
      drawn.add(key)
      return faults[key] ?? null
    },
    warningAt: path => warningOf(`${name}_${path}`),
  }
}
