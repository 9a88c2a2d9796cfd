import { Schema } from 'effect'
import { HistoryChange, HistoryScope } from '../history/history.ts'
import { AskedInstant, Id, IdFromText, IsoInstant } from '../ids/ids.ts'

/** The means by which a user acted. */
export const AuditBy = Schema.Literals(['screen', 'api_key', 'single_sign_on', 'assistant', 'supplier_link'])
export type AuditBy = typeof AuditBy.Type

/** The recorded acts: acts of histories, and acts of sign-ins, of which no object has a history. */
export const AuditAct = Schema.Literals([
  'created',
  'edited',
  'deleted',
  'status',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'confirmation_failed',
  'second_factor_failed',
  'second_factor_set_up',
  'second_factor_removed',
  'recovery_codes_renewed',
  'sessions_ended',
  'journal_read',
  'exported',
])
export type AuditAct = typeof AuditAct.Type

/**
 * The object of the act: an object with a history, how a user signs in and is signed in, a session's journal, the log
 * itself, Defender's data, a respondent's data, or an objection.
 */
export const AuditScope = Schema.Literals([
  ...HistoryScope.literals,
  'session',
  'journal',
  'audit_log',
  'defender_data',
  'respondent',
  'objection',
])
export type AuditScope = typeof AuditScope.Type

/** One entry of an account's audit log. */
export const AuditEntry = Schema.Struct({
  /** Its place in the account's chain, from 1 without gaps. */
  seq: Id,
  at: IsoInstant,
  act: AuditAct,
  scope: AuditScope,
  object_id: Schema.NullOr(Id),
  /** Null: the user is not one of the account's, and no one of the provider's staff either. */
  who: Schema.NullOr(Schema.String),
  who_uid: Schema.NullOr(Id),
  by: AuditBy,
  api_key: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String),
  changes: Schema.Array(HistoryChange),
  /** SHA-256 over the entry before it and this one, in hex. */
  hash: Schema.String,
})
export type AuditEntry = typeof AuditEntry.Type

/** Which entries are asked for; left out: all. */
export const auditFilters = {
  who: Schema.optionalKey(IdFromText),
  act: Schema.optionalKey(AuditAct),
  scope: Schema.optionalKey(AuditScope),
  object: Schema.optionalKey(IdFromText),
  by: Schema.optionalKey(AuditBy),
  from: Schema.optionalKey(AskedInstant),
  until: Schema.optionalKey(AskedInstant),
}
export const AuditFilters = Schema.Struct(auditFilters)
export type AuditFilters = typeof AuditFilters.Type

/** A page of the log, newest first; `next` is `before` of the next page, null at the end. */
export const AuditPage = Schema.Struct({ entries: Schema.Array(AuditEntry), next: Schema.NullOr(Id) })
export type AuditPage = typeof AuditPage.Type

/** Why a chain is broken at an entry. */
export const AuditFault = Schema.Literals(['missing', 'changed', 'cut_off', 'not_chained'])
export type AuditFault = typeof AuditFault.Type

/** Whether an account's chain is whole. */
export const AuditVerdict = Schema.Struct({
  entries: Schema.Int,
  /**
   * The hash of the last entry, in hex; null without entries. A copy outside the desk shows later that nothing before
   * it was replaced.
   */
  hash: Schema.NullOr(Schema.String),
  first_broken: Schema.NullOr(Schema.Struct({ seq: Id, fault: AuditFault })),
})
export type AuditVerdict = typeof AuditVerdict.Type
