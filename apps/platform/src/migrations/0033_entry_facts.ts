import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * What the door knew of an entrant stands in the line of their entry, and every rule that spoke against them has a line of its own (docs/decisions/0032). Of
 * those who came before, the facts are not known and stay null; the one rule that refused them is known from their entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- null in every line but that of an entry; same_fingerprint, same_address: how many others the door counted, null where no rule asked
       alter table respondent_event
         add column country text,
         add column language text,
         add column device smallint,
         add column from_datacentre boolean,
         add column same_fingerprint int,
         add column same_address int,
         add column answers jsonb,
         add column door_version bigint;

       -- place: the order in which the door asks; the first that refused has decided
       create table rule_verdict (
         account_id int not null,
         rdud uuid not null,
         place smallint not null,
         source_id int not null,
         at timestamptz not null,
         rule text not null,
         refused boolean not null,
         threshold text not null,
         value text not null,
         primary key (account_id, rdud, place)
       );
       insert into rule_verdict (account_id, rdud, place, source_id, at, rule, refused, threshold, value)
       select account_id, rdud, 1, source_id, at, detail ->> 'rule', true, coalesce(detail ->> 'threshold', ''), coalesce(detail ->> 'value', '')
       from respondent_event where from_code is null and detail ->> 'rule' is not null;

       alter table defender_rule add column mode text not null default 'refuse' check (mode in ('refuse', 'shadow', 'off'));`,
    )
    .execute(db)
  await bindToAccount(db, ['rule_verdict'])
}
