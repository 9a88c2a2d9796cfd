import { Schema } from 'effect'
import { SUPPLY_COST_FIELDS } from '../columns/supply-cost.ts'
import { Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { ProjectFilters } from '../projects/project.ts'
import { RespondentCode } from '../respondents/state.ts'

/** How many days back hours and days of a dashboard reach, the present one included. */
export const DASHBOARD_DAYS = 28
/** How many months of completion a dashboard's cohorts have, the present one included. */
export const DASHBOARD_MONTHS = 12
/** The most suppliers of a dashboard, those with the most entrants. */
export const DASHBOARD_SUPPLIERS = 100

/** Which projects a dashboard is of: one, or those that the project list's filters leave (§3.30). */
export const DashboardFilters = Schema.Struct({ ...ProjectFilters.fields, pm_proj_ud: Schema.optionalKey(IdFromText) })
export type DashboardFilters = typeof DashboardFilters.Type

const HourOfWeek = Schema.Struct({
  /** 1 is Monday, 7 Sunday. */
  weekday: Schema.Int,
  hour: Schema.Int,
  entrants: Schema.Int,
  completes: Schema.Int,
})
export type HourOfWeek = typeof HourOfWeek.Type

const DashboardDay = Schema.Struct({
  /** In the caller's zone: 2026-11-25. */
  day: Schema.String,
  entrants: Schema.Int,
  /** Completes that are still valid, in the hour of the return. */
  completes: Schema.Int,
})
export type DashboardDay = typeof DashboardDay.Type

const DashboardSupplier = Schema.Struct({
  /** Null: respondents who came by none. */
  pm_sup_ud: Schema.NullOr(Id),
  name: Schema.String,
  entrants: Schema.Int,
  completes: Schema.Int,
  rejected: Schema.Int,
  /** In the account's currency, of the completes whose supply price is known; null: of none. */
  expense: Schema.NullOr(Schema.Number),
  pricedCompletes: Schema.Int,
})
export type DashboardSupplier = typeof DashboardSupplier.Type

const DashboardCohort = Schema.Struct({
  /** The month of the complete, in the account's zone: 2026-10. */
  month: Schema.String,
  /** Completes made in that month, rejected ones included. */
  completes: Schema.Int,
  /** Rejections so many months later, less the restored ones. */
  rejected: Schema.Array(Schema.Struct({ months_later: Schema.Int, count: Schema.Int })),
})
export type DashboardCohort = typeof DashboardCohort.Type

const DashboardRecent = Schema.Struct({
  entrants: Schema.Int,
  /** Net of what reconciliations changed in these days. */
  completes: Schema.Int,
  /** Of completes with a known length. */
  interview_seconds: Schema.Int,
  /** Their stated length. */
  stated_seconds: Schema.Int,
  expense: SUPPLY_COST_FIELDS.expense,
  pricedCompletes: SUPPLY_COST_FIELDS.pricedCompletes,
})

const DashboardAdjusted = Schema.Struct({
  revenue: Schema.Number,
  /** Of the completes whose supply price is known; null: of none of those that were adjusted. */
  expense: Schema.NullOr(Schema.Number),
  /** How many were rejected or accepted, and how many of these have a known supply price. */
  completes: Schema.Int,
  pricedCompletes: Schema.Int,
})

const DashboardPace = Schema.Struct({
  /** Live projects with an end of field ahead whose target is not reached. */
  projects: Schema.Int,
  /** Their completes of the last 24 hours. */
  completes_a_day: Schema.Number,
  /** The missing completes, spread evenly over the days left. */
  required_a_day: Schema.Number,
})

/**
 * The figures behind the native dashboard (defender.md §5). States, suppliers, expense and cohorts are absent where
 * the caller's view hides the columns that reveal them (domain.md §4); sales are absent where the caller may not see
 * the sell price.
 */
export const Dashboard = Schema.Struct({
  as_of: IsoInstant,
  currency: Schema.String,
  /** IANA name of the zone of hours and days. */
  zone: Schema.String,
  entrants: Schema.Int,
  terms: Schema.Int,
  oQs: Schema.Int,
  completes: Schema.Int,
  /** Targets of the projects added up; 0 when none has one. */
  target: Schema.Int,
  revenue: Schema.optionalKey(Schema.Number),
  ...SUPPLY_COST_FIELDS,
  states: Schema.optionalKey(Schema.Array(Schema.Struct({ code: RespondentCode, count: Schema.Int }))),
  /** Of the last DASHBOARD_DAYS days of UTC. */
  recent: DashboardRecent,
  pace: DashboardPace,
  /** Sell price of the completes that a reconciliation can still take back. */
  at_risk: Schema.optionalKey(Schema.Number),
  hours: Schema.Array(HourOfWeek),
  days: Schema.Array(DashboardDay),
  suppliers: Schema.optionalKey(Schema.Array(DashboardSupplier)),
  /** The changes by reconciliations, in the account's currency: negative where less is paid. */
  adjusted: Schema.optionalKey(DashboardAdjusted),
  cohorts: Schema.optionalKey(Schema.Array(DashboardCohort)),
})
export type Dashboard = typeof Dashboard.Type
