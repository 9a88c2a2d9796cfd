import { Schema } from 'effect'
import { AskedInstant, Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { SOURCE_ON_WIRE } from '../sources/source.ts'
import { EndingFilters } from './endings.ts'

/** The most lines of a file: the latest ones. */
export const EXPORT_LINES_MAX = 1_000_000
/** The first lines, which the screen shows. */
export const EXPORT_SHOWN_LINES = 20
/** Without stored counts, at most this many of the latest entrants are looked through. */
export const EXPORT_LOOKED_MAX = 100_000

/** Text of cells between commas, a workbook, or one JSON object a line. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'jsonl'] as const
export const ExportFormat = Schema.Literals(EXPORT_FORMATS)
export type ExportFormat = typeof ExportFormat.Type

/** The effect of a rule: it refused the respondent, or it only recorded its verdict, as in shadow mode. */
export const EXPORT_MODES = ['refused', 'recorded'] as const
export const ExportMode = Schema.Literals(EXPORT_MODES)
export type ExportMode = typeof ExportMode.Type

const { supplier, source } = EndingFilters.fields

/** Whose lines: those who entered within a time, in whole hours, of a long one in whole days (UTC), and of these whom the filters leave. */
export const ExportFilters = Schema.Struct({
  from: AskedInstant,
  until: AskedInstant,
  code: EndingFilters.fields.code,
  /** Qualifications and sub-quotas are one each. */
  rule: EndingFilters.fields.rule,
  /** The effect of the rule, or of any rule where none is named. */
  mode: Schema.optionalKey(ExportMode),
  supplier,
  project: Schema.optionalKey(IdFromText),
  survey: Schema.optionalKey(IdFromText),
  source,
  /** Of the entry, by two letters (ISO 3166). */
  country: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/).annotate({ message: 'A country is two letters' })),
  ),
})
export type ExportFilters = typeof ExportFilters.Type

/** The desk's data about an entrant. */
export const ExportLine = Schema.Struct({
  entered_at: IsoInstant,
  ended_at: Schema.NullOr(IsoInstant),
  rdud: Schema.String,
  rid: Schema.String,
  pm_proj_ud: Id,
  project_name: Schema.String,
  pm_sy_ud: Id,
  survey_name: Schema.String,
  stmid: Id,
  source_name: Schema.String,
  /** Absent in a view without the supply side. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  code: RespondentCode,
  /** The rule that turned them away; null: none. */
  rule: Schema.NullOr(Schema.String),
  threshold: Schema.NullOr(Schema.String),
  value: Schema.NullOr(Schema.String),
  /** The rules that spoke against them and decided nothing, in their order. */
  recorded: Schema.Array(Schema.String),
  country: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String),
  device: Schema.NullOr(Schema.Int),
  from_datacentre: Schema.NullOr(Schema.Boolean),
  fingerprint: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  loi_minutes: Schema.NullOr(Schema.Number),
}).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))
export type ExportLine = typeof ExportLine.Type

const named = { id: Id, name: Schema.String }

/** The content of a file, before it is made. */
export const ExportPreview = Schema.Struct({
  as_of: IsoInstant,
  /** The whole hours that are meant. */
  from: IsoInstant,
  until: IsoInstant,
  lines: Schema.Int,
  /** There may be more: only the latest entrants were looked through. */
  is_at_least: Schema.Boolean,
  /** The first ones, the latest first. */
  rows: Schema.Array(ExportLine),
  /** Where the entrants of this time were, whatever else is chosen: the sources with the most of them. */
  sources: Schema.Array(Schema.Struct({ ...named, survey: Schema.Struct(named), project: Schema.Struct(named) })),
  /** Absent in a view without the supply side. */
  suppliers: Schema.optionalKey(Schema.Array(Schema.Struct(named))),
})
export type ExportPreview = typeof ExportPreview.Type

/** A download of an export: its lines, or the notes about them. */
export const ExportDownload = Schema.Literals([...ExportFormat.literals, 'notes'])
export type ExportDownload = typeof ExportDownload.Type

/** The file name of an export. @param at when it was made, as an ISO instant */
export const exportFileName = (at: string, format: ExportDownload): string =>
  `defender-${at.slice(0, 10)}${format === 'notes' ? '-notes.csv' : `.${format}`}`
