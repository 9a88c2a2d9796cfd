import { Schema } from 'effect'

/** A process of the desk that ended unexpectedly and was restarted. */
export const Restart = Schema.Struct({
  process: Schema.String,
  /** How often since the start of the desk. */
  count: Schema.Int,
  /** When it ended last, ISO 8601. */
  last_at: Schema.String,
  /** How it ended last: a signal's name, or `code 1`. */
  why: Schema.String,
})
export type Restart = typeof Restart.Type

/** The message of the processes' supervisor to the gateway, which shows it in its health. */
export const RestartsMessage = Schema.Struct({ kind: Schema.Literal('restarts'), restarts: Schema.Array(Restart) })
export type RestartsMessage = typeof RestartsMessage.Type
