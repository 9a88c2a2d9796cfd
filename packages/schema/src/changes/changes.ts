import { Schema } from 'effect'
import { HourlyCompletesRow } from '../figures/completes-chart.ts'
import { ProjectFigures, SourceRow, SurveyFigures } from '../figures/figures.ts'
import { Id } from '../ids/ids.ts'
import { StatusEvent } from '../statuses/status-view.ts'

const ofAccount = <F extends Schema.Struct.Fields>(fields: F) => Schema.Struct({ pm_dsh_ud: Id, ...fields })

/**
 * The answer of GET /v1/changes: the present rows (internal view) of everything whose ledger position moved since `after`, every
 * status event and ended session, and accounts whose rules for users have changed since then. `cursor` is opaque. Rows
 * newer than the oldest open transaction are held back, so that nothing is ever skipped. `reset` says that `after` is older than
 * the retained feed: read snapshots.
 */
export const Changes = Schema.Struct({
  cursor: Schema.String,
  reset: Schema.Boolean,
  sources: Schema.Array(ofAccount({ pm_proj_ud: Id, row: SourceRow })),
  surveys: Schema.Array(ofAccount({ row: SurveyFigures })),
  projects: Schema.Array(ofAccount({ row: ProjectFigures })),
  hours: Schema.Array(
    ofAccount({
      scope: Schema.Literals(['project', 'survey', 'source']),
      id: Id,
      pm_sy_ud: Schema.NullOr(Id),
      row: HourlyCompletesRow,
    }),
  ),
  statuses: Schema.Array(ofAccount({ event: StatusEvent })),
  ended_sessions: Schema.Array(Schema.String),
  /** Accounts whose users may do more or less than before: the gateway checks their watchers again, and their pages check the session. */
  doubted_accounts: Schema.optionalKey(Schema.Array(Id)),
  /** Users whose alerts have changed: their open pages read the bell again. */
  alerted: Schema.optionalKey(Schema.Array(ofAccount({ uids: Schema.Array(Id) }))),
  /** When the newest of these changes was written, for measuring freshness; absent when nothing changed. */
  committed_at_ms: Schema.optionalKey(Schema.Number),
})
export type Changes = typeof Changes.Type

/** Query of the feed: long-polls up to `wait` seconds when nothing has changed. */
export const ChangesQuery = Schema.Struct({
  after: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{1,20}(\.\d{1,20}){0,2}$/))),
  wait: Schema.optionalKey(Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 30 }))),
})

/** The gateway's question on a viewer's behalf: may this session watch this topic, and in which view. */
export const WatchVerdict = Schema.Struct({
  topic: Schema.String,
  pm_dsh_ud: Id,
  session_id: Schema.String,
  uid: Id,
  view: Schema.Literals(['internal', 'external']),
})
export type WatchVerdict = typeof WatchVerdict.Type
