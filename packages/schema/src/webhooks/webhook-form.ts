import { Schema } from 'effect'
import { optional, requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Version } from '../ids/ids.ts'
import { hasUserInfo } from '../respondents/address-template.ts'
import { StatusScope } from '../statuses/status.ts'
import { WEBHOOK_EVENT_KINDS, WebhookEventKind } from './event-kinds.ts'

const URL_MAX_LENGTH = 2_000
const DESCRIPTION_MAX_LENGTH = 200

const ODD = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/**
 * Says what is wrong with the address of an endpoint, as far as its text shows. Whether plain http and addresses of the own network are
 * open is the installation's to say.
 * @param url as typed
 * @returns the text under the field; null when there is no fault
 */
export function webhookUrlFault(url: string): string | null {
  const text = url.trim()
  if (text === '') return 'Endpoint URL is required'
  if (text.length > URL_MAX_LENGTH) return `Endpoint URL must be at most ${URL_MAX_LENGTH} characters`
  if (ODD.test(text)) return 'Endpoint URL must not contain control characters'
  if (!/^https?:\/\/[^/\\]/i.test(text)) return 'Endpoint URL must begin with https://'
  if (!URL.canParse(text)) return 'Endpoint URL must be a web address'
  if (hasUserInfo(text)) return 'Endpoint URL must not carry a user name'
  if (text.includes('#')) return 'Endpoint URL must not have a part behind #'
  return null
}

const EndpointUrl = Schema.String.annotate({ message: 'Endpoint URL is required' })
  .check(Schema.makeFilter((url: string) => webhookUrlFault(url) ?? undefined))
  .annotateKey({ messageMissingKey: 'Endpoint URL is required' })

/** What is said of an id that is none, or that is missing beside its kind. */
export const WEBHOOK_FILTER_ID_FAULT = 'ID must be that of a project, survey or source of this account'

const KINDS_REQUIRED = 'Choose at least one kind of event'

/** An endpoint as it is edited. */
export const WebhookForm = Schema.Struct({
  description: requiredText({ label: 'Description', maxLength: DESCRIPTION_MAX_LENGTH }),
  url: EndpointUrl,
  kinds: Schema.Array(WebhookEventKind)
    .annotate({ message: KINDS_REQUIRED })
    .check(Schema.isMinLength(1, { message: KINDS_REQUIRED }), Schema.isMaxLength(WEBHOOK_EVENT_KINDS.length)),
  /** The project, survey or source that the endpoint is told of, with all that is below it; without both: everything in the account. */
  filter_scope: Schema.optionalKey(Schema.NullOr(StatusScope)),
  filter_id: optional(requiredChoice(WEBHOOK_FILTER_ID_FAULT), WEBHOOK_FILTER_ID_FAULT),
  is_on: Schema.Boolean,
})
export type WebhookForm = typeof WebhookForm.Type

/** An edited endpoint, with the version that the editor saw. */
export const WebhookChanges = Schema.Struct({ ...WebhookForm.fields, version: Schema.optionalKey(Version) })
export type WebhookChanges = typeof WebhookChanges.Type
