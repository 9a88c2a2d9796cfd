import { Schema } from 'effect'
import { PASSWORD_MAX_LENGTH } from './password-rules.ts'
import { FactorCode } from './second-factor.ts'

/**
 * Confirms that it is the caller, once more: a token alone changes no password, username, second factor or key (S8). Always the
 * caller's own, also where another user is changed; the code where the caller has a second factor. What is missing, the answer names.
 */
export const Confirmation = Schema.Struct({
  present_password: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(PASSWORD_MAX_LENGTH))),
  second_factor_code: Schema.optionalKey(FactorCode),
})
export type Confirmation = typeof Confirmation.Type

/** The field of a payload that carries it. */
export const confirmed = { confirmation: Schema.optionalKey(Confirmation) }
