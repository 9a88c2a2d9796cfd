import { Schema } from 'effect'

/** What the platform says of itself at /healthz. */
export const PlatformHealth = Schema.Struct({
  platform: Schema.Literal('up'),
  database: Schema.Literals(['up', 'down']),
  /** 'full': writes are refused with 503, reading goes on. */
  disk: Schema.optionalKey(Schema.Literals(['ok', 'full'])),
  /** Errors that came to the process itself since it started; missing where nobody counts. */
  loose_errors: Schema.optionalKey(Schema.Int),
})
export type PlatformHealth = typeof PlatformHealth.Type
