import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** So many keys of an account are valid at once: one, and another while it replaces the first (domain.md §3). */
export const HASH_KEYS_MAX = 2

/** A key that returns may be hashed with; its secret is shown when it is made, and never again. */
export const HashKey = Schema.Struct({
  hash_key_id: Id,
  /** The last characters of the secret, to tell keys apart. */
  ends_with: Schema.String,
  made_at: IsoInstant,
  /** Null: nobody of whom the account knows. */
  made_by: Schema.NullOr(Schema.String),
})
export type HashKey = typeof HashKey.Type

/** How the account wants returns hashed, and the keys that are valid now, oldest first. */
export const ReturnHashing = Schema.Struct({
  hash_required: Schema.Boolean,
  /** A server-to-server return overrules what the respondent's browser said, although nothing proves who sent it (docs/decisions/0024). */
  unsigned_overrule: Schema.Boolean,
  keys: Schema.Array(HashKey),
})
export type ReturnHashing = typeof ReturnHashing.Type

/** What is to be another way; what is left out stays as it is. */
export const ReturnHashingChange = Schema.Struct({
  hash_required: Schema.optionalKey(Schema.Boolean),
  unsigned_overrule: Schema.optionalKey(Schema.Boolean),
})
export type ReturnHashingChange = typeof ReturnHashingChange.Type

/** A key that was made just now, with its secret. */
export const NewHashKey = Schema.Struct({ ...HashKey.fields, secret: Schema.String })
export type NewHashKey = typeof NewHashKey.Type

const URL_MAX_LENGTH = 8_192

/** A return's address, whose hash is to be checked. */
export const ReturnCheckForm = Schema.Struct({ url: requiredText({ label: 'Return URL', maxLength: URL_MAX_LENGTH }) })
export type ReturnCheckForm = typeof ReturnCheckForm.Type

/** What a return with these parameters would be taken for. */
export const ReturnCheck = Schema.Struct({
  verdict: Schema.Literals(['valid', 'missing', 'wrong']),
  /** What the hash was made over where it is valid; what it has to be made over where it is not. */
  hashed_text: Schema.String,
  /** The last characters of the key that fits; null when none does. */
  key_ends_with: Schema.NullOr(Schema.String),
})
export type ReturnCheck = typeof ReturnCheck.Type
