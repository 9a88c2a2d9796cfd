import { Schema } from 'effect'
import { EXCLUDED_PROJECTS_MAX, ExcludedStates, LookBackDays } from '../exclusions/exclusion.ts'
import { SentFileName } from '../files/file-name.ts'
import { Id, Version } from '../ids/ids.ts'
import { RECONCILIATION_ROWS_MAX, RECONCILIATION_TEXT_MAX_LENGTH } from '../reconciliation/reconciliation-forms.ts'
import { RespondentCode } from '../respondents/state.ts'
import { readAsFields, TableReading } from '../sent-tables/table-reading.ts'

/** The most respondents that a source invites again, and the most of one list. */
export const RECONTACT_PEOPLE_MAX = RECONCILIATION_ROWS_MAX
/** The most lines that a lookup tells of one by one; the others are in its counts. */
export const RECONTACT_LINES_SHOWN = 500
/** 20 MB and one byte more, in base64: the sentence about it is the platform's. */
const BASE64_MAX_LENGTH = 26_700_000
const RDUD_TEXT_MAX_LENGTH = 100

/** The outcomes of a list's lines; respondents of other accounts are unknown. */
export const RECONTACT_OUTCOMES = [
  'found',
  'listed',
  'in_source',
  'no_supplier',
  'rejected',
  'test_session',
  'duplicate',
  'unknown',
] as const
export const RecontactOutcome = Schema.Literals(RECONTACT_OUTCOMES)
export type RecontactOutcome = typeof RecontactOutcome.Type

/** A respondent whom a source invites again. */
export const RecontactPerson = Schema.Struct({
  /** The RDUD that was listed. */
  rdud: Schema.String,
  /** Their first RDUD: what the survey gets as [%ORDUD%]. */
  ordud: Schema.String,
  rid: Schema.String,
  /** Absent in a view without the supply side; null: they came without one. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.Struct({ pm_sup_ud: Id, name: Schema.String }))),
  /** Their personal entry link: signed, for one use. */
  link: Schema.String,
  /** Null: the link was not used yet. */
  used_at: Schema.NullOr(Schema.String),
})
export type RecontactPerson = typeof RecontactPerson.Type

/** Whom a source invites again (api:T33); without people it is open to every entrant. */
export const RecontactList = Schema.Struct({
  stmid: Id,
  /** Of the list alone; 0: it was never saved. */
  version: Version,
  people: Schema.Int,
  used: Schema.Int,
  /** The survey's URL has [%ORDUD%]. */
  has_ordud: Schema.Boolean,
  /** One page of them, in the order in which they were added. */
  rows: Schema.Array(RecontactPerson),
})
export type RecontactList = typeof RecontactList.Type

const WAYS = ['text', 'file', 'choice'] as const

/** A list to look up (api:T34): a pasted text, a file, or respondents of projects by what became of them. Exactly one of these. */
export const RecontactLookupForm = Schema.Struct({
  stmid: Id,
  text: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(RECONCILIATION_TEXT_MAX_LENGTH).annotate({ message: 'The text is too long: upload a file' }),
    ),
  ),
  file: Schema.optionalKey(
    Schema.Struct({
      filename: SentFileName,
      base64: Schema.String.check(Schema.isMaxLength(BASE64_MAX_LENGTH)),
    }),
  ),
  /** Of a text or file. */
  ...readAsFields,
  choice: Schema.optionalKey(
    Schema.Struct({
      projects: Schema.Array(Id).check(Schema.isMinLength(1), Schema.isMaxLength(EXCLUDED_PROJECTS_MAX)),
      states: ExcludedStates,
      look_back_days: LookBackDays,
    }),
  ),
}).check(
  Schema.makeFilter(form =>
    WAYS.filter(way => form[way] !== undefined).length === 1
      ? undefined
      : 'Exactly one of text, file and choice must be there',
  ),
)
export type RecontactLookupForm = typeof RecontactLookupForm.Type

/** The result of a list; every line has exactly one outcome. */
export const RecontactLookup = Schema.Struct({
  stmid: Id,
  lines: Schema.Int,
  /** How the text or file was read; null: of a choice. */
  reading: Schema.NullOr(TableReading),
  counts: Schema.Record(RecontactOutcome, Schema.Int),
  /** The completes among the found. */
  completes: Schema.Int,
  /** The RDUDs to store, each once. */
  found: Schema.Array(Schema.String),
  /** The first lines that are not found. */
  others: Schema.Array(
    Schema.Struct({
      line: Schema.Int,
      text: Schema.String,
      outcome: RecontactOutcome,
      /** The respondent's state; null: there is none, or none of this account. */
      code: Schema.NullOr(RespondentCode),
    }),
  ),
})
export type RecontactLookup = typeof RecontactLookup.Type

const rduds = Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(RDUD_TEXT_MAX_LENGTH))).check(
  Schema.isMaxLength(RECONTACT_PEOPLE_MAX).annotate({
    message: `At most ${RECONTACT_PEOPLE_MAX.toLocaleString('en-US')} respondents`,
  }),
)

/** The changes of a source's list (api:T35): new and removed respondents. */
export const RecontactChanges = Schema.Struct({
  stmid: Id,
  added: rduds,
  removed: rduds,
  version: Schema.optionalKey(Version),
})
export type RecontactChanges = typeof RecontactChanges.Type

/** The list with its first page, and what the call changed in it. */
export const StoredRecontact = Schema.Struct({
  ...RecontactList.fields,
  added: Schema.Int,
  removed: Schema.Int,
})
export type StoredRecontact = typeof StoredRecontact.Type
