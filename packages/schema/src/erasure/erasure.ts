import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant } from '../ids/ids.ts'

/** The most respondents of one erasure. */
export const ERASURE_IDS_MAX = 10_000
const ID_CHARS_MAX = 500

/** The rule under which identities are erased: a request of the respondent, an objection, the end of a contract. */
export const ERASURE_RULES = ['request', 'objection', 'contract'] as const
export const ErasureRule = Schema.Literals(ERASURE_RULES)
export type ErasureRule = typeof ErasureRule.Type

/** The respondents to erase: RDUDs of the account, ids (rid) of one supplier, or all with one of some fingerprints or addresses. */
export const ErasureSubjects = Schema.Struct({
  /** Null: the ids are RDUDs alone, or marks. */
  pm_sup_ud: Schema.NullOr(Id),
  /** The ids are fingerprints or addresses; left out: they are not. */
  marks: Schema.optionalKey(Schema.Literals(['fingerprint', 'address'])),
  ids: Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(ID_CHARS_MAX))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(ERASURE_IDS_MAX),
  ),
})
export type ErasureSubjects = typeof ErasureSubjects.Type

/** The reach of an erasure. */
export const ErasureScope = Schema.Struct({
  /** Entries of these ids: one person may have entered several sources. */
  respondents: Schema.Int,
  /** Ids without an entry. */
  unknown: Schema.Int,
  /** Of the respondents, those in a survey now, and those in an open dispute: they are erased when that has ended. */
  in_survey: Schema.Int,
  in_dispute: Schema.Int,
  projects: Schema.Int,
  surveys: Schema.Int,
  /** Lines of closed statements that lose the id. */
  statement_lines: Schema.Int,
  /** Lines of statements of an earlier form: the signature covers the id, so it stays until their retention ends. */
  sealed_lines: Schema.Int,
  reconciliation_rows: Schema.Int,
  recontact_entries: Schema.Int,
  disputes: Schema.Int,
})
export type ErasureScope = typeof ErasureScope.Type

/** The form of a request. */
export const ErasureForm = Schema.Struct({
  ...ErasureSubjects.fields,
  rule: ErasureRule,
  /** A ticket or a letter, without an id of the respondent. */
  reference: requiredText({ label: 'Reference', maxLength: 100 }),
})
export type ErasureForm = typeof ErasureForm.Type

/** Rows that an erasure has changed. */
export const ErasedCounts = Schema.Struct({
  respondents: Schema.Int,
  statement_lines: Schema.Int,
  reconciliation_rows: Schema.Int,
  recontact_entries: Schema.Int,
  disputes: Schema.Int,
  deliveries: Schema.Int,
  marks: Schema.Int,
})
export type ErasedCounts = typeof ErasedCounts.Type

export const ErasureState = Schema.Literals(['requested', 'confirmed', 'done', 'withdrawn'])
export type ErasureState = typeof ErasureState.Type

/** An erasure; done, it is the receipt. It has no id of a respondent. */
export const Erasure = Schema.Struct({
  erasure_ud: Id,
  state: ErasureState,
  rule: ErasureRule,
  reference: Schema.String,
  /** As it was shown with the request. */
  scope: ErasureScope,
  /** So far. */
  erased: ErasedCounts,
  requested_by: Schema.String,
  /** Of the user: another one confirms. By a link, of the user who made it. */
  requested_by_ud: Id,
  /** The link by which a supplier requested it; null: a user did. */
  requested_by_link_ud: Schema.NullOr(Id),
  requested_at: IsoInstant,
  /** The user who confirmed or withdrew it. */
  decided_by: Schema.NullOr(Schema.String),
  decided_at: Schema.NullOr(IsoInstant),
  done_at: Schema.NullOr(IsoInstant),
})
export type Erasure = typeof Erasure.Type
