import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const LINES_A_PORTION = 500

/**
 * The lines of reconciliations by the portion, hundreds to a record (docs/decisions/0055): they never change and are read in their order, and a record for each cost a list of 100,000 lines
 * a third of its preview. What does change of them stands beside: suggestions in a table of their own, lines that are left out in the request. A request also keeps the sums of its rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table reconciliation_line_portion (
         account_id int not null,
         reconciliation_id int not null,
         first_line int not null,
         last_line int not null,
         -- sent, ticked, of the rest of an ACCEPT_LIST, or of what is undone
         origin text not null,
         -- of each line, in their order
         line int[] not null,
         raw_text text[] not null,
         -- the respondent that the text names as an RDUD, or as something else; a key is null where it is the text itself
         rdud uuid[] not null,
         key text[] not null,
         reason_code int[] not null,
         is_bad_reason boolean[] not null,
         comment text[] not null,
         primary key (account_id, reconciliation_id, first_line)
       );

       create table reconciliation_suggestion (
         account_id int not null,
         reconciliation_id int not null,
         line int not null,
         rdud uuid not null,
         suggested_by text not null,
         is_confirmed boolean not null default false,
         primary key (account_id, reconciliation_id, line)
       );

       alter table reconciliation add column unticked_lines int[] not null default '{}', add column row_sums jsonb not null default '[]';

       insert into reconciliation_line_portion
       select account_id, reconciliation_id, min(line), max(line), origin, array_agg(line order by line), array_agg(raw_text order by line), array_agg(rdud order by line),
         array_agg(nullif(key, raw_text) order by line), array_agg(reason_code order by line), array_agg(is_bad_reason order by line), array_agg(comment order by line)
       from (select l.*, (row_number() over (partition by account_id, reconciliation_id, origin order by line) - 1) / ${LINES_A_PORTION} as portion from reconciliation_line l) l
       group by account_id, reconciliation_id, origin, portion;

       insert into reconciliation_suggestion
       select account_id, reconciliation_id, line, suggested, suggested_by, is_confirmed from reconciliation_line where suggested is not null;

       update reconciliation r set unticked_lines = u.lines
       from (select account_id, reconciliation_id, array_agg(line order by line) as lines from reconciliation_line where is_unticked group by 1, 2) u
       where r.account_id = u.account_id and r.reconciliation_id = u.reconciliation_id;

       update reconciliation r set row_sums = s.sums
       from (
         select account_id, reconciliation_id, jsonb_agg(to_jsonb(n) - 'account_id' - 'reconciliation_id') as sums
         from (
           select account_id, reconciliation_id, is_rest as "isRest", outcome, is_applied as "isApplied", reason_code as "reasonCode", rdud is not null as "isSomebody",
             supplier_id as "supplierId", source_id as "sourceId",
             case when to_code in (30, 51) then 1 else 0 end - case when from_code in (30, 51) then 1 else 0 end as change,
             count(*) as rows, coalesce(sum(sell_cents), 0) as "sellCents", coalesce(sum(supply_cents), 0) as "supplyCents", count(supply_cents) as "withSupplyPrice"
           from reconciliation_row group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
         ) n group by account_id, reconciliation_id
       ) s
       where r.account_id = s.account_id and r.reconciliation_id = s.reconciliation_id;

       drop table reconciliation_line;`,
    )
    .execute(db)
  await bindToAccount(db, ['reconciliation_line_portion', 'reconciliation_suggestion'])
}
