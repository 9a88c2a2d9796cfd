import type { Schema } from 'effect'
import { assign, setup } from 'xstate'
import { canonicalJson } from '../journal/fingerprint.ts'
import { command } from '../runtime/step.ts'
import type { FormEvent } from './form.events.ts'
import { faultKey, faultText, type FieldFault, type FormField } from './form.fields.ts'

export type FormValues = Readonly<Record<string, Schema.Json>>

export interface FormContext {
  /** The key of the open form: its kind and its object. */
  readonly form: string | null
  readonly fields: readonly FormField[]
  /** The values at the start, or those saved last. */
  readonly initial: FormValues
  readonly values: FormValues
  /** The secret fields that are filled; no machine knows their values. */
  readonly filledSecrets: readonly string[]
  /** The text under each field that has one, by the field's key. */
  readonly errors: Readonly<Record<string, string>>
  /** The server's message about the whole form. */
  readonly message: string | null
  /** The number of the last attempt to save: only its answers count. */
  readonly attemptNo: number
  /** An unsaved draft that may be taken over. */
  readonly draft: FormValues | null
  /** Where the user wants to go, while the form asks about unsaved changes. */
  readonly leavingTo: string | null
}

export type FormEventOf<T extends FormEvent['type']> = Extract<FormEvent, { type: T }>

export const NO_FORM: Omit<FormContext, 'attemptNo'> = {
  form: null,
  fields: [],
  initial: {},
  values: {},
  filledSecrets: [],
  errors: {},
  message: null,
  draft: null,
  leavingTo: null,
}

const fieldNamed = ({ fields }: FormContext, name: string): FormField | undefined =>
  fields.find(field => field.name === name)

/** An error key belongs to a field if it is the field's own or of something inside it: 'texts_0_name' to 'texts'. */
const isOfField = (key: string, { name }: FormField): boolean => key === name || key.startsWith(`${name}_`)

const without = (errors: FormContext['errors'], key: string) =>
  Object.fromEntries(Object.entries(errors).filter(([other]) => other !== key))

const errorsOf = (faults: readonly FieldFault[]): FormContext['errors'] =>
  Object.fromEntries(faults.map(fault => [faultKey(fault), faultText(fault)]))

const faultsIn = (event: FormEvent): readonly FieldFault[] =>
  event.type === 'form.validated' ? event.faults : event.type === 'form.refused' ? event.details : []

/** Keys of the errors in the order of the fields; those of no field of the form come last. */
function errorKeys({ fields, errors }: FormContext): readonly string[] {
  const place = (key: string) => {
    const own = fields.findIndex(({ name }) => name === key)
    const around = own === -1 ? fields.findIndex(field => isOfField(key, field)) : own
    return around === -1 ? fields.length : around
  }
  return Object.keys(errors).toSorted((a, b) => place(a) - place(b))
}

/** The first field with an error, or null. */
export function firstWrongField(context: FormContext): string | null {
  const [first] = errorKeys(context)
  return first !== undefined && context.fields.some(field => isOfField(first, field)) ? first : null
}

/** Compares field by field and by reference first, so that a large unchanged field costs nothing. */
const isSameValue = (one: FormValues, other: FormValues, name: string): boolean =>
  one[name] === other[name] ||
  (Object.hasOwn(one, name) && Object.hasOwn(other, name) && canonicalJson(one[name]) === canonicalJson(other[name]))

/** Whether there are unsaved changes. */
export const isDirty = ({ values, initial, filledSecrets }: FormContext): boolean =>
  filledSecrets.length > 0 ||
  (values !== initial &&
    [...new Set([...Object.keys(values), ...Object.keys(initial)])].some(name => !isSameValue(values, initial, name)))

const onlyOpenFields = ({ fields }: Pick<FormContext, 'fields'>, values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => fields.some(field => field.name === name && !field.isSecret)),
  )

/** Context, commands, assignments and guards of the form machine; its states are in form.machine.ts. */
export const formSetup = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
  },
  actions: {
    /** Checks one field by the form's schema; answered by `field.validated`. */
    validateField: command<{ field: string }>(),
    /** Checks everything, secrets among it; answered by `form.validated`. */
    validate: command<{ attemptNo: number }>(),
    /** Saves the values with the secrets that the runner holds; answered by `form.saved` or `form.refused`. */
    submit: command<{ attemptNo: number; form: string; values: FormValues; filledSecrets: readonly string[] }>(),
    focusField: command<{ field: string }>(),
    forgetSecrets: command(),
    /** Lets the user go; null closes the form where it is. */
    leave: command<{ to: string | null }>(),
    countAttempt: assign(({ context }) => ({ attemptNo: context.attemptNo + 1 })),
    open: assign((_, { form, fields, values }: FormEventOf<'form.opened'>) => {
      const known = onlyOpenFields({ fields }, values)
      return { ...NO_FORM, form, fields, initial: known, values: known }
    }),
    forget: assign(NO_FORM),
    keepDraft: assign(({ context }, { values }: FormEventOf<'form.draftFound'>) => ({
      draft: onlyOpenFields(context, values),
    })),
    takeDraft: assign(({ context: { values, draft } }) => ({ values: { ...values, ...draft }, draft: null })),
    forgetDraft: assign({ draft: null }),
    change: assign(({ context: { values } }, { field, value }: FormEventOf<'field.changed'>) => ({
      values: { ...values, [field]: value },
    })),
    changeSecret: assign(({ context: { filledSecrets } }, { field, isFilled }: FormEventOf<'secretField.changed'>) => ({
      filledSecrets: isFilled
        ? [...filledSecrets.filter(name => name !== field), field]
        : filledSecrets.filter(name => name !== field),
    })),
    keepFault: assign(({ context: { errors } }, { field, message }: FormEventOf<'field.validated'>) => ({
      errors: message === null ? without(errors, field) : { ...errors, [field]: message },
    })),
    keepFaults: assign((_, { faults }: FormEventOf<'form.validated'>) => ({ errors: errorsOf(faults) })),
    keepRefusal: assign((_, { message, details }: FormEventOf<'form.refused'>) => ({
      errors: errorsOf(details),
      message,
    })),
    keepSaved: assign(({ context: { values } }) => ({
      initial: values,
      filledSecrets: [],
      errors: {},
      message: null,
      draft: null,
    })),
    forgetFaults: assign({ errors: {}, message: null }),
    keepWay: assign((_, { to }: FormEventOf<'form.leaveRequested'>) => ({ leavingTo: to })),
    forgetWay: assign({ leavingTo: null }),
  },
  guards: {
    isOpenField: ({ context, event }) =>
      event.type === 'field.changed' && fieldNamed(context, event.field)?.isSecret === false,
    isSecretField: ({ context, event }) =>
      event.type === 'secretField.changed' && fieldNamed(context, event.field)?.isSecret === true,
    isWrongOpenField: ({ context, event }) =>
      event.type === 'field.changed' &&
      fieldNamed(context, event.field)?.isSecret === false &&
      Object.hasOwn(context.errors, event.field),
    isWrongSecretField: ({ context, event }) =>
      event.type === 'secretField.changed' &&
      fieldNamed(context, event.field)?.isSecret === true &&
      Object.hasOwn(context.errors, event.field),
    isField: ({ context, event }) => 'field' in event && context.fields.some(field => isOfField(event.field, field)),
    isDraftOfThis: ({ context, event }) => event.type === 'form.draftFound' && event.form === context.form,
    hasDraft: ({ context }) => context.draft !== null,
    isLatestAttempt: ({ context, event }) => 'attemptNo' in event && event.attemptNo === context.attemptNo,
    isLatestAndGood: ({ context, event }) =>
      event.type === 'form.validated' && event.attemptNo === context.attemptNo && event.faults.length === 0,
    isLatestWithWrongField: ({ context, event }) =>
      'attemptNo' in event &&
      event.attemptNo === context.attemptNo &&
      firstWrongField({ ...context, errors: errorsOf(faultsIn(event)) }) !== null,
    isDirty: ({ context }) => isDirty(context),
  },
})
