import { Schema } from 'effect'
import { AskedInstant, Id, IsoInstant } from '../ids/ids.ts'
import { StatusCode } from '../statuses/status.ts'
import { ProjectFigures, SourceRow, SurveyFigures } from './figures.ts'

/** A moment that is over. */
export const PastMoment = Schema.Struct({ at: AskedInstant })

const ITS_HEAD = {
  at: IsoInstant,
  statusid: StatusCode,
  effective_statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
}

/** A survey with its source table, by what the ledger and the histories say of a moment (forecast.md §7). */
export const SurveyAsItWas = Schema.Struct({
  ...ITS_HEAD,
  pm_sy_name: Schema.String,
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  rows: Schema.Array(SourceRow),
  totals: SurveyFigures,
})
export type SurveyAsItWas = typeof SurveyAsItWas.Type

/** A survey in its project's list at a moment. */
export const SurveyRowAsItWas = Schema.Struct({
  ...SurveyFigures.fields,
  pm_sy_name: Schema.String,
  statusid: StatusCode,
  effective_statusid: StatusCode,
  status_reason: Schema.NullOr(Schema.String),
  status_changed_by: Schema.NullOr(Schema.String),
})
export type SurveyRowAsItWas = typeof SurveyRowAsItWas.Type

/** A project with its list of surveys at a moment. */
export const ProjectAsItWas = Schema.Struct({
  ...ITS_HEAD,
  pm_proj_name: Schema.String,
  rows: Schema.Array(SurveyRowAsItWas),
  totals: ProjectFigures,
})
export type ProjectAsItWas = typeof ProjectAsItWas.Type
