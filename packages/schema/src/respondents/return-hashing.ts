import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** How many keys of an account are valid at once: two while one replaces the other (domain.md §3). */
export const HASH_KEYS_MAX = 2

/** A key for hashing returns; its secret is shown once, when the key is created. */
export const HashKey = Schema.Struct({
  hash_key_id: Id,
  /** The last characters of the secret, to tell keys apart. */
  ends_with: Schema.String,
  made_at: IsoInstant,
  /** Null: the creator is not a user of this account. */
  made_by: Schema.NullOr(Schema.String),
})
export type HashKey = typeof HashKey.Type

/** The account's rules for hashed returns, and its valid keys, oldest first. */
export const ReturnHashing = Schema.Struct({
  hash_required: Schema.Boolean,
  /** An unsigned server-to-server return overrules the respondent's browser, although nothing proves who sent it (docs/decisions/0024). */
  unsigned_overrule: Schema.Boolean,
  keys: Schema.Array(HashKey),
})
export type ReturnHashing = typeof ReturnHashing.Type

/** Changes of these rules; fields that are left out stay. */
export const ReturnHashingChange = Schema.Struct({
  hash_required: Schema.optionalKey(Schema.Boolean),
  unsigned_overrule: Schema.optionalKey(Schema.Boolean),
})
export type ReturnHashingChange = typeof ReturnHashingChange.Type

/** A new key with its secret. */
export const NewHashKey = Schema.Struct({ ...HashKey.fields, secret: Schema.String })
export type NewHashKey = typeof NewHashKey.Type

const URL_MAX_LENGTH = 8_192

/** The URL of a return, to check its hash. */
export const ReturnCheckForm = Schema.Struct({ url: requiredText({ label: 'Return URL', maxLength: URL_MAX_LENGTH }) })
export type ReturnCheckForm = typeof ReturnCheckForm.Type

/** How a return with these parameters would be judged. */
export const ReturnCheck = Schema.Struct({
  verdict: Schema.Literals(['valid', 'missing', 'wrong']),
  /** The text that the valid hash was computed over; if it is not valid, the text that it should be computed over. */
  hashed_text: Schema.String,
  /** The last characters of the matching key; null when none matches. */
  key_ends_with: Schema.NullOr(Schema.String),
})
export type ReturnCheck = typeof ReturnCheck.Type
