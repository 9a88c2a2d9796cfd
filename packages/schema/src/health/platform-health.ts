import { Schema } from 'effect'

/** What the platform says of itself at /healthz. */
export const PlatformHealth = Schema.Struct({
  platform: Schema.Literal('up'),
  database: Schema.Literals(['up', 'down']),
  /** Errors that came to the process itself since it started; missing where nobody counts. */
  loose_errors: Schema.optionalKey(Schema.Int),
})
export type PlatformHealth = typeof PlatformHealth.Type
