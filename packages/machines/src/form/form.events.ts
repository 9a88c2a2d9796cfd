import { personal } from '@desk/schema/journal/personal'
import { Schema } from 'effect'
import { eventSchema, requestId } from '../runtime/event.ts'
import { FieldFault, FormField } from './form.fields.ts'
import { OpenFieldName, OpenValue, OpenValues } from './form.values.ts'

const attemptNo = Schema.Int

/**
 * What a person types into a secret field stays with the runner, in no event: the machine hears that there is something.
 * The runner holds the schema, and answers for the values what the machine asks it to check.
 */
export const FormEvent = Schema.Union([
  /** `form` says which form of what: 'user.edit 12'; a draft is offered to the same form alone. */
  eventSchema('form.opened', { form: Schema.String, fields: Schema.Array(FormField), values: personal(OpenValues) }),
  eventSchema('form.closed', {}),
  /** An unsaved draft of this form and this user was folded from the journal. */
  eventSchema('form.draftFound', { form: Schema.String, values: personal(OpenValues) }),
  eventSchema('form.draftTaken', {}),
  eventSchema('form.draftDeclined', {}),
  eventSchema('field.changed', { field: OpenFieldName, value: personal(OpenValue) }),
  eventSchema('secretField.changed', { field: Schema.String, isFilled: Schema.Boolean }),
  eventSchema('field.left', { field: Schema.String }),
  /** The answer to `validateField`; null: nothing is wrong. */
  eventSchema('field.validated', { field: Schema.String, message: Schema.NullOr(Schema.String) }),
  eventSchema('form.submitRequested', {}),
  /** The answer to `validate`. */
  eventSchema('form.validated', { attemptNo, faults: Schema.Array(FieldFault) }),
  eventSchema('form.saved', { attemptNo }),
  /** The server's refusal with its details (§5.28), or a failure to reach it with a message alone. */
  eventSchema('form.refused', {
    attemptNo,
    message: Schema.NullOr(Schema.String),
    details: Schema.Array(FieldFault),
    requestId,
  }),
  /** Away from the form: to a route, or null for closing it. */
  eventSchema('form.leaveRequested', { to: Schema.NullOr(Schema.String) }),
  eventSchema('form.leaveConfirmed', {}),
  eventSchema('form.leaveDeclined', {}),
])
export type FormEvent = typeof FormEvent.Type

const FIELDS: readonly FormField[] = [
  { name: 'firstname', isSecret: false },
  { name: 'lastname', isSecret: false },
  { name: 'password', isSecret: true },
]

/** Sample events against a machine whose last attempt to save has the given number. */
export const formSamples = (lastAttemptNo: number): readonly FormEvent[] => [
  { type: 'form.opened', form: 'user.edit 12', fields: FIELDS, values: { firstname: 'Ann', lastname: 'Lee' } },
  { type: 'form.closed' },
  { type: 'form.draftFound', form: 'user.edit 12', values: { firstname: 'Anna', gone: 'x' } },
  { type: 'form.draftFound', form: 'user.edit 13', values: { firstname: 'Bob' } },
  { type: 'form.draftTaken' },
  { type: 'form.draftDeclined' },
  { type: 'field.changed', field: 'firstname', value: '' },
  { type: 'field.changed', field: 'firstname', value: 'Ann' },
  { type: 'field.changed', field: 'unknown', value: 'x' },
  { type: 'secretField.changed', field: 'password', isFilled: true },
  { type: 'secretField.changed', field: 'firstname', isFilled: true },
  { type: 'field.left', field: 'firstname' },
  { type: 'field.left', field: 'unknown' },
  { type: 'field.validated', field: 'firstname', message: 'Firstname is required' },
  { type: 'field.validated', field: 'firstname', message: null },
  { type: 'field.validated', field: 'unknown', message: 'Nobody asked.' },
  { type: 'form.submitRequested' },
  { type: 'form.validated', attemptNo: lastAttemptNo, faults: [] },
  {
    type: 'form.validated',
    attemptNo: lastAttemptNo,
    faults: [
      { path: ['lastname'], message: 'Lastname is required' },
      { path: ['firstname'], message: 'Firstname is required' },
    ],
  },
  { type: 'form.validated', attemptNo: lastAttemptNo - 1, faults: [] },
  { type: 'form.saved', attemptNo: lastAttemptNo },
  { type: 'form.saved', attemptNo: lastAttemptNo - 1 },
  {
    type: 'form.refused',
    attemptNo: lastAttemptNo,
    message: 'The user was not saved.',
    details: [{ path: ['lastname'], message: '"lastname" is too long' }],
  },
  { type: 'form.refused', attemptNo: lastAttemptNo - 1, message: 'Too late.', details: [] },
  { type: 'form.leaveRequested', to: '/projects' },
  { type: 'form.leaveRequested', to: null },
  { type: 'form.leaveConfirmed' },
  { type: 'form.leaveDeclined' },
  { type: 'field.validated', field: 'password', message: 'Password is required' },
  {
    type: 'form.validated',
    attemptNo: lastAttemptNo,
    faults: [{ path: ['other'], message: 'Of no field' }],
  },
  { type: 'form.refused', attemptNo: lastAttemptNo, message: 'No answer.', details: [] },
]
