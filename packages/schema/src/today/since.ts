import { Schema } from 'effect'
import { SUPPLY_COST_FIELDS } from '../columns/supply-cost.ts'
import { HistoryAct } from '../history/history.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { StatusScope } from '../statuses/status.ts'

/** A user has left after as many minutes without mouse, key or touch. */
export const AWAY_MINUTES = 30
/** As many changes as are listed. */
export const OTHERS_CHANGES_MAX = 10

/** The changes of a project, survey or source by another user. */
export const OthersChange = Schema.Struct({
  scope: StatusScope,
  id: Id,
  name: Schema.String,
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  pm_sy_ud: Schema.NullOr(Id),
  pm_sy_name: Schema.NullOr(Schema.String),
  acts: Schema.Array(HistoryAct),
  by: Schema.NullOr(Schema.String),
  /** Of the last of them. */
  at: IsoInstant,
})
export type OthersChange = typeof OthersChange.Type

/** The completes and the changes of other users since the user's last visit (docs/decisions/0097). */
export const SinceYouLeft = Schema.Struct({
  /** When the user left; null: no visit is known, and it is of the last 24 hours. */
  since: Schema.NullOr(IsoInstant),
  currency: Schema.String,
  completes: Schema.Int,
  revenue: Schema.Number,
  ...SUPPLY_COST_FIELDS,
  /** The newest ones. */
  changes: Schema.Array(OthersChange),
  change_count: Schema.Int,
})
export type SinceYouLeft = typeof SinceYouLeft.Type
