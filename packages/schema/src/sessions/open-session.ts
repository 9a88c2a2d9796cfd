import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'

/** One of a user's live sessions: on which device, and since when. */
export const OpenSession = Schema.Struct({
  session_id: Schema.String,
  created_at: IsoInstant,
  last_used_at: IsoInstant,
  user_agent: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  pm_dsh_ud: Id,
  dashboard_name: Schema.String,
  /** It is the caller's present session. */
  is_current: Schema.Boolean,
})
export type OpenSession = typeof OpenSession.Type
