import { Schema } from 'effect'
import { SUMMED_FIELDS } from '../columns/figure-columns.ts'
import { SUPPLY_COST_FIELDS } from '../columns/supply-cost.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** All traffic of an account (api:D1): the added-up figures of its projects, and how many are live. Hidden columns are absent. */
export const AccountTraffic = Schema.Struct({
  pm_dsh_ud: Id,
  ...SUMMED_FIELDS,
  live_projects: Schema.Int,
  live_surveys: Schema.Int,
  live_sources: Schema.Int,
})
export type AccountTraffic = typeof AccountTraffic.Type

/** Revenue and cost of an account's projects (api:D2); only the internal view gets expense and margin. */
export const Financials = Schema.Struct({
  pm_dsh_ud: Id,
  currency: Schema.String,
  completes: Schema.Int,
  revenue: Schema.Number,
  ...SUPPLY_COST_FIELDS,
})
export type Financials = typeof Financials.Type

/** Figures of one project manager's projects (api:D3); uid 1900001 is the manager of projects without one (§9.10). */
export const ManagerPerformance = Schema.Struct({
  uid: Id,
  name: Schema.String,
  projects: Schema.Int,
  live_projects: Schema.Int,
  entrants: Schema.Int,
  completes: Schema.Int,
  ir: Schema.NullOr(Schema.Number),
  conversion: Schema.NullOr(Schema.Number),
})
export type ManagerPerformance = typeof ManagerPerformance.Type

/** Completes of an account on one day of the caller's zone (api:D4). */
export const DayOfTraffic = Schema.Struct({
  Start_Time: IsoInstant,
  Completes_Count_Live: Schema.Int,
  Completes_Count_Test: Schema.Int,
})
export type DayOfTraffic = typeof DayOfTraffic.Type

export const DAYS_OF_TRAFFIC = 7
