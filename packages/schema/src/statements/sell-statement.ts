import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { Period, ShownLine, Statement, StatementPart, StatementSummary } from './statement.ts'

/** Whose a statement of the sell side is: a client project's, or a business unit's. */
export const SellScope = Schema.Literals(['project', 'business_unit'])

const { pm_sup_ud: _supplier, ...summary } = StatementSummary.fields
const whose = {
  /** Of the project or business unit; null: projects without a business unit. */
  id: Schema.NullOr(Id),
}

/** The charges of a project or business unit for one month. */
export const SellSummary = Schema.Struct({ ...whose, ...summary })
export type SellSummary = typeof SellSummary.Type

/** A period with its statements of the sell side. */
export const SellPeriod = Schema.Struct({ ...Period.fields, statements: Schema.Array(SellSummary) })
export type SellPeriod = typeof SellPeriod.Type

/** The periods of an account, newest first. */
export const SellPeriods = Schema.Struct({
  zone: Schema.String,
  total: Schema.Int,
  periods: Schema.Array(SellPeriod),
})
export type SellPeriods = typeof SellPeriods.Type

const { stmid: _source, source_name: _sourceName, ...part } = StatementPart.fields
const survey = { pm_sy_ud: Id, survey_name: Schema.String }

/** The lines of one survey and month of origin. */
export const SellPart = Schema.Struct({ ...survey, ...part })
export type SellPart = typeof SellPart.Type

const { stmid: _lineSource, source_name: _lineSourceName, rid: _rid, ...line } = ShownLine.fields

/** A line as a screen shows it; those of an open period have no hash yet. Who supplied the respondent is not the client's. */
export const ShownSellLine = Schema.Struct({ ...line, project_name: Schema.String, ...survey })
export type ShownSellLine = typeof ShownSellLine.Type

const { pm_sup_ud: _ofSupplier, parts: _parts, page: _page, ...statement } = Statement.fields

/** The statement of a project or business unit: its parts, and a page of its lines. */
export const SellStatement = Schema.Struct({
  ...whose,
  ...statement,
  of: SellScope,
  parts: Schema.Array(SellPart),
  page: Schema.Array(ShownSellLine),
})
export type SellStatement = typeof SellStatement.Type
