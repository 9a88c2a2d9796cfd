import { Schema } from 'effect'
import { AlertFacts } from '../alerts/alert.ts'
import { ALERT_KIND_IDS, AlertedScope, AlertKind } from '../alerts/alert-kinds.ts'
import { HistoryAct } from '../history/history.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { StatusCode, StatusScope } from '../statuses/status.ts'

/** As many open episodes as the queue reads. */
export const TODAY_EPISODES_MAX = 2000
/** As many parts of an item as are listed. */
export const TODAY_PARTS_MAX = 50

/** The kinds of alerts that ask for an act (docs/decisions/0097): a target that is reached asks for none. */
export const TODAY_KINDS: readonly AlertKind[] = ALERT_KIND_IDS.filter(kind => kind !== 'target_reached')

/** Whose projects: those that the caller manages, or all of the account. */
export const TodayOf = Schema.Literals(['mine', 'all'])
export type TodayOf = typeof TodayOf.Type

/** Completes and money at risk by the out-of-field date. */
const AtRisk = {
  /** Null: that cannot be said, as without an out-of-field date. */
  completes_at_risk: Schema.NullOr(Schema.Int),
  /** Completes × (sell − supply price), in the account's currency. Null: a price is not known; absent: the viewer may not see it. */
  money_at_risk: Schema.optionalKey(Schema.NullOr(Schema.Number)),
}

/** One place of an item: a source, survey or project, or a webhook of the account. */
export const TodayPart = Schema.Struct({
  place_id: Id,
  name: Schema.String,
  began_at: IsoInstant,
  /** As of now, where they are measured. */
  facts: AlertFacts,
  /** Null: the place has no status. */
  statusid: Schema.NullOr(StatusCode),
  /** Of a source. */
  completes: Schema.NullOr(Schema.Int),
  target: Schema.NullOr(Schema.Int),
  ...AtRisk,
})
export type TodayPart = typeof TodayPart.Type

/** The last edit or change of status by a user within the hour before it began. */
export const ChangeBefore = Schema.Struct({
  scope: StatusScope,
  act: HistoryAct,
  by: Schema.NullOr(Schema.String),
  at: IsoInstant,
  /** Wire names, without those that the viewer may not see. */
  fields: Schema.Array(Schema.String),
})
export type ChangeBefore = typeof ChangeBefore.Type

/** An item of the queue: an open episode, or those of one kind at several sources of a survey. */
export const TodayItem = Schema.Struct({
  kind: AlertKind,
  scope: AlertedScope,
  alert_ids: Schema.Array(Id),
  pm_proj_ud: Schema.NullOr(Id),
  pm_proj_name: Schema.NullOr(Schema.String),
  pm_sy_ud: Schema.NullOr(Id),
  pm_sy_name: Schema.NullOr(Schema.String),
  /** When the first part began. */
  began_at: IsoInstant,
  /** Null: nothing else changed. */
  changed: Schema.NullOr(ChangeBefore),
  part_count: Schema.Int,
  /** The parts with most at risk. */
  parts: Schema.Array(TodayPart),
  ...AtRisk,
})
export type TodayItem = typeof TodayItem.Type

/** The queue, most at risk first, with the sums over all of its items. */
export const Today = Schema.Struct({
  items: Schema.Array(TodayItem),
  /** Of the whole queue. */
  item_count: Schema.Int,
  /** The account's promises to clients that were over in the last seven days, and those of them that were met (forecast.md §2). */
  promises: Schema.Struct({ over: Schema.Int, met: Schema.Int }),
  /** The items that began in the last seven days. */
  last_week: Schema.Struct({
    items: Schema.Int,
    /** A user changed the place, its survey or its project while they lasted. */
    acted_on: Schema.Int,
    /** Acted on, and ended with all of their parts. */
    ended: Schema.Int,
  }),
  ...AtRisk,
})
export type Today = typeof Today.Type

/** The episodes of an item that rest for the caller: an hour, until 8:00 of the next day, or until something changes. */
export const TodaySnooze = Schema.Struct({
  alert_ids: Schema.Array(Id).check(Schema.isMinLength(1), Schema.isMaxLength(TODAY_EPISODES_MAX)),
  until: Schema.Literals(['hour', 'tomorrow', 'end', 'now']),
})
export type TodaySnooze = typeof TodaySnooze.Type

/** How many episodes rest now. */
export const TodaySnoozed = Schema.Struct({ snoozed: Schema.Int })

/** A live source that is out of field within a week and has completes left to its target. */
export const FinishingSource = Schema.Struct({
  stmid: Id,
  name: Schema.String,
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  out_of_field_date: IsoInstant,
  completes: Schema.Int,
  target: Schema.Int,
  /** Its latest forecast, as `forecastText` writes it; null: none yet. */
  forecast: Schema.NullOr(Schema.String),
})
export type FinishingSource = typeof FinishingSource.Type
