import { Schema } from 'effect'

/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10

/** A user's second factor as the user sees it. */
export const SecondFactorState = Schema.Struct({
  enabled: Schema.Boolean,
  /** The account that the session is in wants one of everybody. */
  required: Schema.Boolean,
  recovery_codes_left: Schema.Int,
})
export type SecondFactorState = typeof SecondFactorState.Type

/** What an authenticator app needs to know; shown once. */
export const Enrolment = Schema.Struct({ secret: Schema.String, otpauth_uri: Schema.String })
export type Enrolment = typeof Enrolment.Type

/** Codes that each stand for one of the app's, once; shown once. */
export const RecoveryCodes = Schema.Struct({ recovery_codes: Schema.Array(Schema.String) })
export type RecoveryCodes = typeof RecoveryCodes.Type

/** A code of the authenticator app, or a recovery code; spaces and dashes are as one likes. */
export const FactorCode = Schema.String.check(Schema.isMaxLength(100))

/** What stands in place of a token until the second factor is there. */
export const SecondFactorChallenge = Schema.Struct({ challenge: Schema.String, expires_in_seconds: Schema.Int })
export type SecondFactorChallenge = typeof SecondFactorChallenge.Type
