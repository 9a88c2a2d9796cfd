import { Schema } from 'effect'

/** The platform's health at /healthz. */
export const PlatformHealth = Schema.Struct({
  platform: Schema.Literal('up'),
  database: Schema.Literals(['up', 'down']),
  /** 'full': writes are refused with 503, reading goes on. */
  disk: Schema.optionalKey(Schema.Literals(['ok', 'full'])),
  /** 'out': its reads go to the primary; missing where there is none. */
  replica: Schema.optionalKey(Schema.Literals(['ok', 'out'])),
  /** Of the newest backup; null: there is none yet; missing where none are scheduled. */
  backup_age_seconds: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** Uncaught errors since the process started; missing where they are not counted. */
  loose_errors: Schema.optionalKey(Schema.Int),
})
export type PlatformHealth = typeof PlatformHealth.Type
