import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { isEmbedUrl } from './embed-url.ts'

/** The embedded reports of an installation (§9.13), by the names that their screens ask with. */
export const EMBEDDED_REPORTS = {
  defender_breakdown: 'Defender breakdown',
  respondent_data_export: 'Respondent data export',
  defender_data: 'Defender data',
  account_activity: 'Account activity',
  export_data: 'Export data',
} as const
export const EmbeddedReportName = Schema.Literals([
  'defender_breakdown',
  'respondent_data_export',
  'defender_data',
  'account_activity',
  'export_data',
])
export type EmbeddedReportName = typeof EmbeddedReportName.Type

/** The fields that an embedded report is filtered by (§3.32): account, project, survey, source, user. */
export const EmbedFilterField = Schema.Literals(['PM_DSH_UD', 'PM_PROJ_UD', 'SURVEY_ID', 'STREAM_ID', 'PM_UD'])
export type EmbedFilterField = typeof EmbedFilterField.Type

/** Why a report is not embedded. */
export const EmbedFault = Schema.Literals([
  /** The installation names no reporting service. */
  'not_connected',
  /** The account has no embedded reports. */
  'off',
  /** No id, or no workspace, is stored for the report. */
  'no_report',
  'refused',
  'busy',
  'slow',
  'unavailable',
  'unreadable',
  'expired',
])
export type EmbedFault = typeof EmbedFault.Type

/** The data that embeds a report (§3.32, api:E1): a token for this caller alone, and how the report opens. */
export const ReportEmbed = Schema.Struct({
  show: Schema.Literal(true),
  token: Schema.String,
  workspaceId: Schema.String,
  reportId: Schema.String,
  /** The page that the frame loads. */
  embedUrl: Schema.String.check(Schema.makeFilter(isEmbedUrl, { message: 'Must be a page of the reporting service' })),
  dtRequested: IsoInstant,
  expiration: IsoInstant,
  /** Its filter; the token decides the caller's access. */
  filterType: EmbedFilterField,
  filterValue: Id,
  /** The table of the report's data that has the filter fields. */
  filterTable: Schema.String,
})
export type ReportEmbed = typeof ReportEmbed.Type

/** A report that is not embedded, and why, in a sentence for its reader. */
export const NoEmbed = Schema.Struct({
  show: Schema.Literal(false),
  reason: EmbedFault,
  message: Schema.String,
  /** When another request may help; null: a person has to change something first. */
  retry_at: Schema.NullOr(IsoInstant),
})
export type NoEmbed = typeof NoEmbed.Type

/** The answer of api:E1 and api:E2. */
export const EmbedAnswer = Schema.Union([ReportEmbed, NoEmbed])
export type EmbedAnswer = typeof EmbedAnswer.Type

/** The report that is asked for; without it the one of Defender Metrics. */
export const EmbedQuery = { report: Schema.optionalKey(EmbeddedReportName) }
export const METRICS_REPORT: EmbeddedReportName = 'defender_breakdown'
