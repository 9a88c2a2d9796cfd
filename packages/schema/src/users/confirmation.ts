import { Schema } from 'effect'
import { PASSWORD_MAX_LENGTH } from './password-rules.ts'
import { FactorCode } from './second-factor.ts'

/**
 * Confirms the caller's identity again: a token alone changes no password, username, second factor or key (S8). It is
 * always the caller's own password or sign-on, even when another user is changed, and a code if the caller has a
 * second factor. The answer names the missing part.
 */
export const Confirmation = Schema.Struct({
  present_password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(PASSWORD_MAX_LENGTH))),
  /** In place of the password: what a fresh single sign-on gave; confirms once. */
  single_sign_on_token: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  second_factor_code: Schema.optionalKey(FactorCode),
})
export type Confirmation = typeof Confirmation.Type

/** The field of a payload that carries the confirmation. */
export const confirmed = { confirmation: Schema.optionalKey(Confirmation) }
