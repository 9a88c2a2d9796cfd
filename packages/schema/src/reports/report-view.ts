import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, Version } from '../ids/ids.ts'
import { ReportType } from './report.ts'

/** The lists of studies that have saved views, beside the reports. */
export const ViewedList = Schema.Literals(['projects', 'surveys', 'sources', 'live-sources'])
export type ViewedList = typeof ViewedList.Type

/** The subject of a saved view: a report, or a list of studies (day.md §3). */
export const ViewType = Schema.Literals([...ReportType.literals, ...ViewedList.literals])
export type ViewType = typeof ViewType.Type

/** The most views that one user keeps in an account. */
export const REPORT_VIEWS_MAX = 100
/** Some hundred ids, with what orders the table. */
const FILTERS_MAX_LENGTH = 4_000

/** The look of a report or list that a view holds, as in the address of its screen: `and=supplier&status=3`. */
export const ReportAddress = Schema.String.check(
  Schema.isMaxLength(FILTERS_MAX_LENGTH),
  Schema.isPattern(/^[\x21-\x7e]*$/, { message: 'Filters are those of the address, encoded' }),
)

/** A view of a report or list as its screen was: its owner's, or of everybody in the account who may open the screen. */
export const ReportView = Schema.Struct({
  report_view_ud: Id,
  type: ViewType,
  name: Schema.String,
  filters: ReportAddress,
  is_shared: Schema.Boolean,
  is_own: Schema.Boolean,
  /** Whether the caller may rename and delete it. */
  may_edit: Schema.Boolean,
  /** Whether the caller's list opens with it. */
  is_default: Schema.Boolean,
  /** Its owner's name; null: no user of the account any more. */
  owner: Schema.NullOr(Schema.String),
  version: Version,
})
export type ReportView = typeof ReportView.Type

const form = { name: requiredText({ label: 'Name', maxLength: 100 }), is_shared: Schema.Boolean }

export const NewReportView = Schema.Struct({ type: ViewType, filters: ReportAddress, ...form })
export type NewReportView = typeof NewReportView.Type

/** The changeable fields of a view; `version` is the one that the editor saw. */
export const ReportViewChanges = Schema.Struct({
  ...form,
  /** Left out: they stay. */
  filters: Schema.optionalKey(ReportAddress),
  version: Schema.optionalKey(Version),
})
export type ReportViewChanges = typeof ReportViewChanges.Type

export const ReportViewDefault = Schema.Struct({ is_default: Schema.Boolean })
