import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const SUPPLIER = 4
const RULES = [
  'duplicate_rid',
  'duplicate_fingerprint',
  'duplicate_ip',
  'activity',
  'activity_watch',
  'country',
  'datacentre',
  'fingerprint_missing',
  'many_addresses',
  'burst',
  'ghost',
  'speeder',
  'straight_lining',
  'open_ends',
  'text_analytics',
  'bot_score',
]

/**
 * Rules that judge a complete at its return (docs/decisions/0068): their verdicts, and how the interview lengths of a source spread, by which a speeder is told.
 * Language Threshold and Threat Level of a supplier now judge too, and are part of what the door keeps every version of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- a bad hash makes a quality term where the ghost rule refuses it: the auto-pause sweep counts it as before
       drop index respondent_event_failing;
       create index respondent_event_failing on respondent_event (account_id, source_id, at)
         where (to_code = 35 or (to_code = 33 and detail ->> 'rule' = 'ghost')) and changed;

       alter table rule_verdict add column at_return boolean not null default false;
       alter table defender_rule drop constraint defender_rule_rule_check;
       alter table defender_rule add constraint defender_rule_rule_check check (rule in (${RULES.map(rule => `'${rule}'`).join(', ')}));

       -- of the interview lengths of a source's completes: how many there were, the median of their logarithms, and the median of the distances from it
       create table length_spread (
         account_id int not null,
         source_id int not null,
         lengths int not null,
         ln_median float8 not null,
         ln_mad float8 not null,
         primary key (account_id, source_id)
       );

       create or replace function door_defender_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when 1 then (select jsonb_build_object('defender', d.rules) from project_defender d
             where d.account_id = account and d.project_id = wanted and jsonb_array_length(d.rules) > 0)
           when ${SUPPLIER} then (select jsonb_build_object('security', jsonb_build_object('level', u.security_level, 'activity_enabled', u.activity_enabled, 'token_threshold', u.token_threshold,
               'language_threshold', case when u.text_analytics then u.language_threshold end, 'threat_level', case when u.bot_detection then u.threat_level end))
             from supplier u where u.account_id = account and u.supplier_id = wanted and u.security_level <> 6)
         end
       $$;
       -- what stands now is kept under the account's present number of edits
       select keep_door_config(account_id, ${SUPPLIER}, supplier_id) from supplier where security_level <> 6;`,
    )
    .execute(db)
  await bindToAccount(db, ['length_spread'])
}
