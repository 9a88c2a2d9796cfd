import { Schema } from 'effect'
import { FIGURE_FIELDS, SUMMED_FIELDS } from '../columns/figure-columns.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { StatusCode } from '../statuses/status.ts'
import { FIELD_FACTS } from './field-facts.ts'

/**
 * The figures of §3.9–3.22 for one source, survey or project, as declared in columns/figure-columns.ts, with the target and
 * stated values that they are compared with. Columns that a view hides are absent, not null (domain.md §4).
 */
export const Figures = Schema.Struct({
  ...FIGURE_FIELDS,
  last_complete_at: Schema.NullOr(IsoInstant),
  target: Schema.Int,
})
export type Figures = typeof Figures.Type

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
  status_version: Version,
  suppliers: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The source's own price; null: it has none. */
  supplier_cpi: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  figures_version: Version,
  ...Figures.fields,
  ...FIELD_FACTS,
})
export type SourceRow = typeof SourceRow.Type

/** A survey's figures (api:S4, and api:P8 with ?pm_proj_ud=), also the totals row of its source table. */
export const SurveyFigures = Schema.Struct({
  pm_sy_ud: Id,
  pm_proj_ud: Id,
  figures_version: Version,
  ...Figures.fields,
  ...FIELD_FACTS,
})
export type SurveyFigures = typeof SurveyFigures.Type

/** A project's figures (api:P8). */
export const ProjectFigures = Schema.Struct({
  pm_proj_ud: Id,
  figures_version: Version,
  ...Figures.fields,
  ...FIELD_FACTS,
})
export type ProjectFigures = typeof ProjectFigures.Type

/** The added-up figures of all projects that match a list's filters; ratios are calculated from the sums. Hidden columns are absent. */
export const ProjectTotals = Schema.Struct({
  ...SUMMED_FIELDS,
  last_complete_at: Figures.fields.last_complete_at,
  target: Figures.fields.target,
})
export type ProjectTotals = typeof ProjectTotals.Type
