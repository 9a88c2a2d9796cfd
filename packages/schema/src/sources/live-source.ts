import { Schema } from 'effect'
import { SourceRow } from '../figures/figures.ts'
import { Id } from '../ids/ids.ts'

/** A live source of the account: a row of the source table with the study above it (docs/decisions/0097). */
export const LiveSource = Schema.Struct({
  ...SourceRow.fields,
  pm_proj_ud: Id,
  pm_proj_name: Schema.String,
  pm_sy_name: Schema.String,
  /** The project's manager; null: it has none. */
  consultant_name: Schema.NullOr(Schema.String),
  /** Of the source, else of the survey or the project; null: none is set. */
  country: Schema.NullOr(Schema.String),
})
export type LiveSource = typeof LiveSource.Type
