import { readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { seedLookups } from '#nouns/lookups/seed'
import { seedLibrary } from '#nouns/qualifications/library/seed-library'
import { bindToAccount } from './account-rows.ts'

/** The rooms of the schema, in an order in which each refers to earlier ones alone. */
const ROOMS = [
  'platform',
  'accounts',
  'single-sign-on',
  'history',
  'studies',
  'qualifications',
  'ledger',
  'defender',
  'reconciliations',
  'statements',
  'alerts',
  'reports',
  'search',
  'door',
  'facts',
]

/** Tables whose rows belong to one account each. */
const ACCOUNT_TABLES = [
  // accounts
  'account',
  'user_account',
  'account_feature',
  'business_unit',
  'api_key',
  'hash_key',
  'idempotency_key',
  // single-sign-on
  'sso_config',
  'sso_domain',
  'sso_identity',
  'sso_pending',
  'sso_session',
  'sso_assertion',
  'sso_confirmation',
  // history
  'object_edit',
  'audit_entry',
  'audit_chain',
  'audit_head',
  'journal',
  'journal_entry',
  'journal_look',
  'journal_link',
  // studies
  'project',
  'survey',
  'supplier',
  'supplier_redirect',
  'supplier_account',
  'source',
  'source_supplier',
  'source_qualification',
  'source_quota',
  'source_quota_group',
  'source_redirect',
  'source_template',
  'allocation_template',
  'rate_card',
  'source_boost',
  'status_event',
  'document',
  'document_version',
  'document_bytes_due',
  // qualifications
  'qualification',
  'qualification_text',
  'qualification_option',
  'quality_question',
  // ledger
  'respondent',
  'respondent_event',
  'rollup',
  'supplier_rollup',
  'hour_bucket',
  'loi_bucket',
  'loi_line',
  'abandon_due',
  'change_feed',
  'rule_verdict',
  'ledger_sum',
  'ledger_folded',
  'ending_line',
  'ending_count',
  // defender
  'defender_rule',
  'account_defender',
  'project_defender',
  'survey_defender',
  'defender_version',
  'source_exclusion',
  'supplier_exclusion',
  'account_exclusion',
  'recontact_list',
  'recontact_person',
  'mark_list',
  'listed_mark',
  'length_spread',
  'supplier_pace',
  'network_address',
  'defender_day',
  'defender_count',
  'review_decision',
  'review_change',
  // reconciliations
  'reconciliation',
  'reconciliation_file',
  'reconciliation_row',
  'reconciliation_line_portion',
  'reconciliation_suggestion',
  'dispute',
  // statements
  'statement_period',
  'statement',
  'statement_line',
  'statement_key',
  'statement_link',
  // alerts
  'alert_channel',
  'alert_rule',
  'alert',
  'alert_recipient',
  'alert_post',
  'alert_digest',
  'alert_sample',
  'webhook',
  'webhook_delivery',
  // reports
  'report_view',
  'report_schedule',
  'assistant_conversation',
  'assistant_message',
  'assistant_use',
  // search
  'search_entry',
  'search_word',
  // door
  'door_version',
  'door_config',
  // facts
  'account_facts',
]

/**
 * The whole schema as of the first release (docs/decisions/0095), and the rows that all accounts share. desk_app sees the rows of the account in `desk.account` and nothing
 * else; desk_system is for sweeps, the feed and sign-in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const room of ROOMS)
    await sql.raw(readFileSync(new URL(`./baseline/${room}.sql`, import.meta.url), 'utf8')).execute(db)
  await bindToAccount(db, ACCOUNT_TABLES)
  await seedLookups(db)
  await seedLibrary(db)
}
