import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { StatusCode } from '../statuses/status.ts'

const count = Schema.Int

/**
 * The figures of §3.9–3.22 for one source, survey or project. Shares (allocation, ir, conversion) are fractions 0…1,
 * null when the denominator is 0; loi is the exact median in minutes, null without completes; money is in the account's
 * currency with at most two decimals. Columns that a view hides are absent, not null (domain.md §4).
 */
export const Figures = Schema.Struct({
  allocation: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  entrants: count,
  eqTerms: Schema.optionalKey(count),
  terms: count,
  oQs: count,
  sqTerms: Schema.optionalKey(count),
  abandons: Schema.optionalKey(count),
  inflight: Schema.optionalKey(count),
  completes: count,
  ir: Schema.NullOr(Schema.Number),
  conversion: Schema.NullOr(Schema.Number),
  loi: Schema.NullOr(Schema.Number),
  supplierCpi: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  expense: Schema.optionalKey(Schema.Number),
  last_complete_at: Schema.NullOr(IsoInstant),
  target: count,
})
export type Figures = typeof Figures.Type

/** The columns that only the internal view has (domain.md §4). */
export const INTERNAL_ONLY_COLUMNS = ['eqTerms', 'sqTerms', 'abandons', 'inflight', 'supplierCpi', 'expense'] as const

/** A row of the source table (api:U2), its id `stmid`. `version` counts the rollup's changes. */
export const SourceRow = Schema.Struct({
  stmid: Id,
  pm_sy_ud: Id,
  name: Schema.String,
  type: Schema.Literals(['diy', 'classic', 'lucid']),
  statusid: StatusCode,
  effective_statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
  status_changed_at: IsoInstant,
  status_version: Schema.Int,
  suppliers: Schema.optionalKey(Schema.Array(Schema.String)),
  figures_version: Schema.Int,
  ...Figures.fields,
})
export type SourceRow = typeof SourceRow.Type

/** A survey's figures (api:S4, and api:P8 with ?pm_proj_ud=), also the totals row of its source table. */
export const SurveyFigures = Schema.Struct({
  pm_sy_ud: Id,
  pm_proj_ud: Id,
  figures_version: Schema.Int,
  ...Figures.fields,
})
export type SurveyFigures = typeof SurveyFigures.Type

/** A project's figures (api:P8). */
export const ProjectFigures = Schema.Struct({
  pm_proj_ud: Id,
  figures_version: Schema.Int,
  ...Figures.fields,
})
export type ProjectFigures = typeof ProjectFigures.Type

// a share of one's own whole, and a median of medians, mean nothing
const { allocation: _share, loi: _loi, ...summed } = Figures.fields

/** The figures of all projects that a list's filters find, added up; shares are those of the sums. Hidden columns are absent. */
export const ProjectTotals = Schema.Struct(summed)
export type ProjectTotals = typeof ProjectTotals.Type
