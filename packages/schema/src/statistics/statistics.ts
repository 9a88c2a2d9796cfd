import { Schema } from 'effect'
import { SUMMED_FIELDS } from '../columns/figure-columns.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** All traffic of an account (api:D1): the figures of its projects added up, and what is in the field. Hidden columns are absent. */
export const AccountTraffic = Schema.Struct({
  pm_dsh_ud: Id,
  ...SUMMED_FIELDS,
  live_projects: Schema.Int,
  live_surveys: Schema.Int,
  live_sources: Schema.Int,
})
export type AccountTraffic = typeof AccountTraffic.Type

/** What an account's projects bring and cost (api:D2); expense and margin are for the internal view. */
export const Financials = Schema.Struct({
  pm_dsh_ud: Id,
  currency: Schema.String,
  completes: Schema.Int,
  revenue: Schema.Number,
  expense: Schema.optionalKey(Schema.Number),
  margin: Schema.optionalKey(Schema.Number),
})
export type Financials = typeof Financials.Type

/** How the projects of one project manager do (api:D3); uid 1900001 stands for projects without one (§9.10). */
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
