import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Tables with an account whose rows move no facts. The ledger alone writes these, with every batch or by its sweeps; what a table shows of them moves its figures_version.
 */
const OF_THE_LEDGER = [
  'abandon_due',
  'change_feed',
  'defender_count',
  'defender_day',
  'door_config',
  'door_version',
  'ending_count',
  'ending_line',
  'hour_bucket',
  'ledger_folded',
  'ledger_sum',
  'length_spread',
  'loi_bucket',
  'loi_line',
  'network_address',
  'respondent',
  'respondent_event',
  'rollup',
  'rule_verdict',
  'supplier_pace',
  'supplier_rollup',
]

/** These are no facts about the account's studies: sessions are read with every call, the others follow from rows that count themselves, or are shown by their own pages alone. */
const NO_FACTS = [
  'account_defender',
  'account_exclusion',
  'account_facts',
  'account_feature',
  'alert',
  'alert_channel',
  'alert_digest',
  'alert_post',
  'alert_recipient',
  'alert_rule',
  'alert_sample',
  'api_key',
  'assistant_conversation',
  'assistant_message',
  'assistant_use',
  'audit_chain',
  'audit_entry',
  'audit_head',
  'defender_version',
  'dispute',
  'document',
  'document_bytes_due',
  'document_version',
  'idempotency_key',
  'journal',
  'journal_entry',
  'journal_link',
  'journal_look',
  'listed_mark',
  'login_session',
  'mark_list',
  'project_defender',
  'reconciliation',
  'reconciliation_file',
  'reconciliation_line_portion',
  'reconciliation_row',
  'reconciliation_suggestion',
  'recontact_list',
  'recontact_person',
  'report_schedule',
  'report_view',
  'review_change',
  'review_decision',
  'search_entry',
  'search_word',
  'source_boost',
  'source_exclusion',
  'sso_assertion',
  'sso_config',
  'sso_confirmation',
  'sso_domain',
  'sso_identity',
  'sso_pending',
  'sso_session',
  'statement',
  'statement_key',
  'statement_line',
  'statement_link',
  'statement_period',
  'supplier_account',
  'supplier_exclusion',
  'survey_defender',
  'webhook',
  'webhook_delivery',
]

/** Every table with an account but these moves its account's facts; kept-facts.db.test.ts compares. */
export const WITHOUT_FACTS: ReadonlySet<string> = new Set([...OF_THE_LEDGER, ...NO_FACTS])

/** The counters of a quota are the batches' own. */
const COLUMNS: Readonly<Record<string, string>> = {
  source_quota: ' of account_id, source_id, quota_no, group_no, name, conditions, target',
}

/**
 * Counts, for each account, the transactions that changed what is shown of its studies other than figures (docs/decisions/0038): while the number stands, so do names,
 * statuses, targets and who sells what. Each change notes its account, and the commit moves the numbers of all of them, in the accounts' order: nobody waits for
 * another's number while holding what the other one needs. The triggers come before those of the door (`door_edit`), by name: both numbers are taken in one order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table account_facts (account_id int primary key, version bigint not null);

       create function note_account_facts(account int) returns void language plpgsql as $$
       declare noted text := coalesce(nullif(current_setting('desk.facts_of', true), ''), ',');
       begin
         if account is not null and strpos(noted, ',' || account || ',') = 0 then
           perform set_config('desk.facts_of', noted || account || ',', true);
         end if;
       end $$;

       create function note_facts_of_row() returns trigger language plpgsql as $$
       begin
         if tg_op = 'UPDATE' and old *= new then return null; end if;
         if tg_op <> 'INSERT' then perform note_account_facts(old.account_id); end if;
         if tg_op <> 'DELETE' then perform note_account_facts(new.account_id); end if;
         return null;
       end $$;

       -- a user is named in each account of theirs
       create function note_facts_of_user() returns trigger language plpgsql security definer set search_path from current as $$
       begin
         if tg_op = 'UPDATE' and old *= new then return null; end if;
         perform note_account_facts(m.account_id) from user_account m where m.user_id = coalesce(new.user_id, old.user_id);
         return null;
       end $$;

       -- of all that was noted by the end, once for the transaction; no role writes the numbers but by this
       create function move_account_facts() returns trigger language plpgsql security definer set search_path from current as $$
       declare noted text := current_setting('desk.facts_of', true);
       begin
         if coalesce(noted, '') = '' then return null; end if;
         perform set_config('desk.facts_of', '', true);
         insert into account_facts as f (account_id, version)
           select account::int, 1 from unnest(string_to_array(trim(both ',' from noted), ',')) as n (account) order by account::int
           on conflict (account_id) do update set version = f.version + 1;
         return null;
       end $$;`,
    )
    .execute(db)
  await bindToAccount(db, ['account_facts'])
  await sql`revoke insert, update, delete on account_facts from desk_app, desk_system`.execute(db)
  for (const table of await tablesWithFacts(db)) await countFacts(db, table, COLUMNS[table] ?? '', 'note_facts_of_row')
  await countFacts(db, 'app_user', '', 'note_facts_of_user')
}

async function tablesWithFacts(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name).filter(name => !WITHOUT_FACTS.has(name))
}

/** Makes the rows of a table move the facts of their account. */
async function countFacts(db: Kysely<unknown>, table: string, columns: string, note: string): Promise<void> {
  const changes = `insert or delete or update${columns} on ${table}`
  await sql
    .raw(
      `create trigger account_facts_noted after ${changes} for each row execute function ${note}();
       create constraint trigger account_facts_moved after ${changes} deferrable initially deferred for each row execute function move_account_facts();`,
    )
    .execute(db)
}
