import { Schema } from 'effect'

/** How often a user is mailed their new alerts; `daily` at an hour of the user’s zone. */
export const AlertDigest = Schema.Struct({
  every: Schema.Literals(['none', 'hourly', 'daily']),
  local_hour: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 23 })),
})
export type AlertDigest = typeof AlertDigest.Type

/** The setting of a user who has chosen nothing. */
export const NO_ALERT_DIGEST: AlertDigest = { every: 'none', local_hour: 8 }
