import { personal } from '@desk/schema/journal/personal'
import { Schema } from 'effect'
import { eventSchema, requestId } from '../runtime/event.ts'
import { FieldFault, FormField } from './form.fields.ts'
import { OpenFieldName, OpenValue, OpenValues } from './form.values.ts'

const attemptNo = Schema.Int

/**
 * A text typed into a secret field stays with the runner and is in no event: the machine only learns whether the field
 * is filled. The runner holds the schema and performs the checks that the machine asks for.
 */
export const FormEvent = Schema.Union([
  /** `form` names the form and its object: 'user.edit 12'; a draft is offered to the same form alone. */
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
  /** The user wants to leave the form: to a route, or null to close it. */
  eventSchema('form.leaveRequested', { to: Schema.NullOr(Schema.String) }),
  eventSchema('form.leaveConfirmed', {}),
  eventSchema('form.leaveDeclined', {}),
])
export type FormEvent = typeof FormEvent.Type
