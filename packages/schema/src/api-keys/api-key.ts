import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { confirmed } from '../users/confirmation.ts'
import { KeyScope } from './key-scopes.ts'

/** How many live keys an account has at most. */
export const API_KEYS_MAX = 50
/** The longest life of a key. */
export const KEY_DAYS_MAX = 366

/**
 * Whether a key opens anything: `reduced` opens less than its scopes say, since its maker is no admin any more; `maker_gone` opens
 * nothing, since its maker was deleted or left the account.
 */
export const ApiKeyState = Schema.Literals(['live', 'reduced', 'maker_gone', 'expired', 'revoked'])
export type ApiKeyState = typeof ApiKeyState.Type

/** An API key of an account; its secret is shown once, when the key is made. */
export const ApiKey = Schema.Struct({
  api_key_id: Id,
  name: Schema.String,
  /** The first characters of the key, to tell keys apart. */
  starts_with: Schema.String,
  scopes: Schema.Array(KeyScope),
  state: ApiKeyState,
  made_by: Schema.NullOr(Schema.String),
  made_at: IsoInstant,
  expires_at: IsoInstant,
  /** At most a minute late. */
  last_used_at: Schema.NullOr(IsoInstant),
  last_used_address: Schema.NullOr(Schema.String),
  revoked_by: Schema.NullOr(Schema.String),
  revoked_at: Schema.NullOr(IsoInstant),
})
export type ApiKey = typeof ApiKey.Type

const SCOPES_MISSING = 'Choose at least one scope'
const DAYS_WRONG = `Expiry must be between 1 and ${KEY_DAYS_MAX} days`

/** The form of a new key. */
export const ApiKeyForm = Schema.Struct({
  name: requiredText({ label: 'Name', maxLength: 80 }),
  scopes: Schema.Array(KeyScope)
    .annotate({ message: SCOPES_MISSING })
    .check(
      Schema.isMinLength(1, { message: SCOPES_MISSING }),
      Schema.makeFilter((scopes: readonly KeyScope[]) => new Set(scopes).size === scopes.length, {
        message: 'Each scope appears once',
      }),
    ),
  expires_in_days: Schema.Int.annotate({ message: DAYS_WRONG }).check(
    Schema.isBetween({ minimum: 1, maximum: KEY_DAYS_MAX }, { message: DAYS_WRONG }),
  ),
})
export type ApiKeyForm = typeof ApiKeyForm.Type

/** The same with the confirmation of the caller's identity (S8). */
export const NewApiKey = Schema.Struct({ ...ApiKeyForm.fields, ...confirmed })

/** A key that was just made, with its secret. */
export const MadeApiKey = Schema.Struct({ ...ApiKey.fields, secret: Schema.String })
export type MadeApiKey = typeof MadeApiKey.Type
