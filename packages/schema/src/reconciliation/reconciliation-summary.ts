import { Schema } from 'effect'
import { SUPPLY_CENTS_FIELDS } from '../columns/supply-cost.ts'
import { Id, IsoInstant } from '../ids/ids.ts'
import { ReconciliationReasonCode } from './reason-code.ts'
import { ReconciliationMoney } from './reconciliation-request.ts'

/** The completes of one month, and until when they can be adjusted. */
export const WindowMonth = Schema.Struct({
  /** In the account's zone: 2026-10. */
  month: Schema.String,
  deadline_at: IsoInstant,
  is_open: Schema.Boolean,
  completes: Schema.Int,
  rejected: Schema.Int,
  /** The completes' price to the client, in cents: what a reconciliation may still take. */
  sell_cents: Schema.Int,
  ...SUPPLY_CENTS_FIELDS,
})
export type WindowMonth = typeof WindowMonth.Type

/** The reconciliation of a project at a glance (api:R4, §3.35). */
export const ReconciliationSummary = Schema.Struct({
  data: Schema.Struct({
    /** The id of the last stored upload of the old version; empty: there is none (§4.13). */
    rud: Schema.String,
  }),
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  pm_proj_rep_num: Schema.String,
  /** The text that guards ask to type: the project's number, or its id where it has none. */
  number_to_type: Schema.String,
  created_at: IsoInstant,
  /** The same day in the account's zone, for §4.13: 2024-09-30. */
  created_on: Schema.String,
  /** IANA name of the account's zone, and the last day of the window in the month after a complete. */
  time_zone: Schema.String,
  window_day: Schema.Int,
  completes: Schema.Int,
  rejected: Schema.Int,
  accepted: Schema.Int,
  /** Completes that can still be adjusted. */
  open_completes: Schema.Int,
  /** When the next window with completes closes; null: none is open. */
  next_deadline_at: Schema.NullOr(IsoInstant),
  months: Schema.Array(WindowMonth),
  /** The changes by stored requests, less undone ones. */
  money: ReconciliationMoney,
  requests: Schema.Int,
  last_stored_at: Schema.NullOr(IsoInstant),
})
export type ReconciliationSummary = typeof ReconciliationSummary.Type

/** The data of the new version's screen (api:R13). */
export const ReconciliationUser = Schema.Struct({
  /** The caller may use the new version. */
  can_use_v2: Schema.Boolean,
  default_reason_code: ReconciliationReasonCode,
  reasons: Schema.Array(Schema.Struct({ code: ReconciliationReasonCode, label: Schema.String })),
  rows_max: Schema.Int,
  file_bytes_max: Schema.Int,
  window_day: Schema.Int,
  time_zone: Schema.String,
})
export type ReconciliationUser = typeof ReconciliationUser.Type

/** The most projects of one call for indicators. */
export const INDICATOR_PROJECTS_MAX = 1_000

/** Whose indicators are asked for (api:P14); left out or empty: all projects with open completes. */
export const ProjectIndicatorForm = Schema.Struct({
  pm_proj_uds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(INDICATOR_PROJECTS_MAX))),
})
export type ProjectIndicatorForm = typeof ProjectIndicatorForm.Type

/** The Recon Indicator of a project (§6.8): those that close first come first. */
export const ProjectIndicator = Schema.Struct({
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  /** Completes that can still be adjusted; of them, those whose window closes next. */
  open_completes: Schema.Int,
  closing_completes: Schema.Int,
  /** The open completes' price to the client, in cents. */
  at_risk_cents: Schema.Int,
  currency: Schema.String,
  closes_at: Schema.NullOr(IsoInstant),
  /** Whole days until then, rounded down; null: nothing is open. */
  days_left: Schema.NullOr(Schema.Int),
  last_reconciled_at: Schema.NullOr(IsoInstant),
  /** When the next window closes: in this calendar month of the account's zone, or the next one. */
  closing: Schema.NullOr(Schema.Literals(['this_month', 'next_month'])),
})
export type ProjectIndicator = typeof ProjectIndicator.Type
