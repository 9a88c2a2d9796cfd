import { Schema } from 'effect'
import { outgoingUrl } from '../egress/outgoing-url.ts'
import { optional, requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Version } from '../ids/ids.ts'
import { WEBHOOK_EVENT_KINDS, WebhookEventKind } from './event-kinds.ts'
import { WebhookFilterScope } from './webhook.ts'

const DESCRIPTION_MAX_LENGTH = 200

/** The message for an id that is none, or that is missing beside its kind. */
export const WEBHOOK_FILTER_ID_FAULT = 'ID must be that of a project, survey, source or supplier of this account'

/** The message for an endpoint that would show a supplier data of others, or others data of a supplier. */
export const WEBHOOK_SUPPLIER_FAULT =
  'Outcomes of a supplier go to an endpoint of one supplier, which gets nothing else'

const KINDS_REQUIRED = 'Choose at least one kind of event'

/** An endpoint as it is edited. */
export const WebhookForm = Schema.Struct({
  description: requiredText({ label: 'Description', maxLength: DESCRIPTION_MAX_LENGTH }),
  url: outgoingUrl('Endpoint URL'),
  kinds: Schema.Array(WebhookEventKind)
    .annotate({ message: KINDS_REQUIRED })
    .check(Schema.isMinLength(1, { message: KINDS_REQUIRED }), Schema.isMaxLength(WEBHOOK_EVENT_KINDS.length)),
  /**
   * The project, survey or source that the endpoint watches, with everything below it, or the supplier whose endpoint
   * it is; without both: everything in the account.
   */
  filter_scope: Schema.optionalKey(Schema.NullOr(WebhookFilterScope)),
  filter_id: optional(requiredChoice(WEBHOOK_FILTER_ID_FAULT), WEBHOOK_FILTER_ID_FAULT),
  is_on: Schema.Boolean,
})
export type WebhookForm = typeof WebhookForm.Type

/** An edited endpoint, with the version that the editor saw. */
export const WebhookChanges = Schema.Struct({ ...WebhookForm.fields, version: Schema.optionalKey(Version) })
export type WebhookChanges = typeof WebhookChanges.Type
