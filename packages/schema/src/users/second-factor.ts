import { Schema } from 'effect'

/** How many recovery codes a user gets. */
export const RECOVERY_CODES = 10

/** A user's second factor as the user sees it. */
export const SecondFactorState = Schema.Struct({
  enabled: Schema.Boolean,
  /** The session's account demands a second factor of every user. */
  required: Schema.Boolean,
  recovery_codes_left: Schema.Int,
})
export type SecondFactorState = typeof SecondFactorState.Type

/** The data for an authenticator app; shown once. */
export const Enrolment = Schema.Struct({ secret: Schema.String, otpauth_uri: Schema.String })
export type Enrolment = typeof Enrolment.Type

/** Recovery codes, each of which replaces one code of the app, once; shown once. */
export const RecoveryCodes = Schema.Struct({ recovery_codes: Schema.Array(Schema.String) })
export type RecoveryCodes = typeof RecoveryCodes.Type

/** A code of the authenticator app, or a recovery code; spaces and dashes are ignored. */
export const FactorCode = Schema.String.check(Schema.isMaxLength(100))

/** Replaces the token until the second factor is given. */
export const SecondFactorChallenge = Schema.Struct({ challenge: Schema.String, expires_in_seconds: Schema.Int })
export type SecondFactorChallenge = typeof SecondFactorChallenge.Type
