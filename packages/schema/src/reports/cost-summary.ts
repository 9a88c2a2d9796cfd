import { Schema } from 'effect'
import { FIGURE_FIELDS } from '../columns/figure-columns.ts'
import { SUPPLY_COST_FIELDS } from '../columns/supply-cost.ts'
import { Id } from '../ids/ids.ts'
import { SOURCE_ON_WIRE, SourceType } from '../sources/source.ts'

const money = Schema.Number
const costs = {
  completes: Schema.Int,
  supplierCpi: FIGURE_FIELDS.supplierCpi,
  expense: FIGURE_FIELDS.expense,
  pricedCompletes: FIGURE_FIELDS.pricedCompletes,
}

/** Costs of one source (api:P11). Money in the account's currency; columns that a view hides are absent (domain.md §4). */
export const SourceCost = Schema.Struct({
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  stmid: Id,
  name: Schema.String,
  type: SourceType,
  ...costs,
}).pipe(Schema.encodeKeys({ name: SOURCE_ON_WIRE.name }))
export type SourceCost = typeof SourceCost.Type

/** The cost of a project's sources, each and in total (api:P11). */
export const CostSummary = Schema.Struct({
  pm_proj_ud: Id,
  currency: Schema.String,
  rows: Schema.Array(SourceCost),
  total: Schema.Struct({
    ...costs,
  }),
})
export type CostSummary = typeof CostSummary.Type

const sums = {
  completes: Schema.Int,
  /** Each complete at the sell price that was in force when it was made. */
  revenue: money,
  ...SUPPLY_COST_FIELDS,
}

/** Revenue and cost of a survey (api:P12), and its present sell price. */
export const SurveyCost = Schema.Struct({
  pm_sy_ud: Id,
  pm_sy_name: Schema.String,
  pm_sy_client_cpi: Schema.NullOr(money),
  ...sums,
})
export type SurveyCost = typeof SurveyCost.Type

/** Revenue and cost of a project's surveys, each and in total (api:P12). */
export const CostSummaryV2 = Schema.Struct({
  pm_proj_ud: Id,
  currency: Schema.String,
  rows: Schema.Array(SurveyCost),
  total: Schema.Struct(sums),
})
export type CostSummaryV2 = typeof CostSummaryV2.Type
