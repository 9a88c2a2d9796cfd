import type { PersonalCategoryName } from '@desk/schema/privacy/categories'

type Columns = Partial<Record<PersonalCategoryName, string>>

/** Columns that have the same meaning in every table. */
export const PERSONAL_EVERYWHERE: Columns = {
  participation: 'rdud ordud',
  acts: 'added_by changed_by created_by decided_by made_by note raised_by removed_by revoked_by stored_by undone_by uploaded_by user_id',
}

/** The columns with data of people, by table and category; other-columns.ts names all others, and a test compares both with the schema. */
export const PERSONAL_COLUMNS: Readonly<Record<string, Columns>> = {
  abandon_due: { participation: 'respondents' },
  account: { acts: 'suspended_by' },
  api_key: { sessions: 'last_used_address', users: 'name' },
  app_user: {
    users:
      'user_id username firstname lastname password_hash new_username external_id role_id time_zone_code last_sign_in_at deleted_at deactivated_at left_directory_at provisioned_at created_at',
  },
  assistant_conversation: { conversations: 'user_id title began_at last_at' },
  assistant_message: { conversations: 'answer sent' },
  audit_entry: { audit: 'user_id content at act' },
  change_feed: { participation: 'completes', sessions: 'body' },
  dispute: { sent_lists: 'evidence', acts: 'decision_note' },
  document: { documents: 'name' },
  document_version: { documents: 'filename preview' },
  erasure: { acts: 'requested_by requested_at reference' },
  idempotency_key: { sign_in_tries: 'response_body user_id' },
  journal: { journals: 'user_id checkpoint routes error_texts first_at last_at' },
  journal_entry: { journals: 'event' },
  journal_look: { journals: 'user_id at' },
  listed_mark: { listed_marks: 'value note added_at until' },
  login_session: { sessions: 'user_id user_agent address created_at last_used_at' },
  login_tries: { sign_in_tries: 'key' },
  network_address: { network_hosts: 'network host' },
  objection: { objections: 'rid supplier_id made_by made_at withdrawn_by withdrawn_at' },
  object_edit: { acts: 'changes at agent' },
  password_link: { users: 'user_id new_username' },
  project: { acts: 'consultant_user_id status_changed_by' },
  reconciliation: { sent_lists: 'filename' },
  reconciliation_file: { sent_lists: 'bytes' },
  reconciliation_line_portion: { sent_lists: 'raw_text key comment' },
  reconciliation_row: { respondent_ids: 'rid', participation: 'verdict outcome completed_at' },
  reconciliation_suggestion: { participation: 'suggested_by' },
  recontact_person: { respondent_ids: 'rid' },
  report_schedule: { acts: 'name filters' },
  report_view: { acts: 'name filters' },
  respondent: {
    respondent_marks: 'address fingerprint',
    respondent_ids: 'rid',
    participation: 'code entered_at in_survey_at ended_at interview_seconds hold_out quota_no',
  },
  respondent_event: {
    answers: 'answers',
    participation:
      'country language device from_datacentre detail at from_code to_code interview_seconds same_fingerprint same_address same_rid attempts',
  },
  review_change: { participation: 'decision' },
  review_decision: { participation: 'decision' },
  rule_verdict: { participation: 'rule refused threshold value at' },
  second_factor: { users: 'user_id secret' },
  sign_in_challenge: { users: 'user_id' },
  source: { acts: 'status_changed_by' },
  sso_confirmation: { users: 'user_id subject' },
  sso_identity: { users: 'user_id subject' },
  sso_pending: { users: 'answer' },
  statement_identity: { respondent_ids: 'rid', participation: 'month line' },
  statement_line: { signed_ids: 'content' },
  statement_link: { sessions: 'last_used_address last_used_at' },
  statement_period: { acts: 'closed_by' },
  supplier_account: { contacts: 'contacts' },
  survey: { acts: 'status_changed_by' },
  user_account: { users: 'user_id role_id' },
  user_visit: { journals: 'user_id seen_at left_at' },
  webhook_delivery: { deliveries: 'body attempts' },
}
