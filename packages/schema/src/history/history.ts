import { Schema } from 'effect'
import { ActEffect } from '../forecasts/act-effect.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** The objects with a history of their own. */
export const HistoryScope = Schema.Literals([
  'project',
  'survey',
  'source',
  'supplier',
  'qualification',
  'quality_question',
  'source_template',
  'allocation_template',
  'webhook',
  'alert_rule',
  'alert_channel',
  'return_hashing',
  'defender_rules',
  'mark_lists',
  'user',
  'account',
  'account_features',
  'platform',
  'api_keys',
  'single_sign_on',
  'business_unit',
  'rate_card',
  'supplier_account',
  'statement_link',
  'dispute',
  'document',
  'report_view',
  'report_schedule',
])
export type HistoryScope = typeof HistoryScope.Type

/** The acts on the object; changes of status are listed among the edits. */
export const HistoryAct = Schema.Literals(['created', 'edited', 'deleted', 'status'])
export type HistoryAct = typeof HistoryAct.Type

/** One field that changed, by its wire name, with readable values; null where it was or is empty. */
export const HistoryChange = Schema.Struct({ field: Schema.String, from: Schema.Json, to: Schema.Json })
export type HistoryChange = typeof HistoryChange.Type

/** One step of an object's history; `by` null is the system, `note` the user's comment on a change of status, `reason` the system's: of an edit, the agent that made it. */
export const HistoryEntry = Schema.Struct({
  act: HistoryAct,
  by: Schema.NullOr(Schema.String),
  by_uid: Schema.NullOr(Id),
  at: IsoInstant,
  changes: Schema.Array(HistoryChange),
  reason: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  /** Of an act on a source, a day later. */
  effect: Schema.optionalKey(ActEffect),
})
export type HistoryEntry = typeof HistoryEntry.Type
