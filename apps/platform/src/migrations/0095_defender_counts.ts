import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * What the scorecards of Defender's rules are read from (docs/decisions/0074): those whom a rule flagged, by the day on which they entered, source, supplier and
 * rule. A sweep counts whole days again; a count is a sum over kept rows, and can be made again at any time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- day: since 1970 (UTC); took_ms: how long counting it took
       create table defender_day (
         account_id int not null,
         day int not null,
         counted_at timestamptz not null,
         took_ms int not null,
         primary key (account_id, day)
       );
       -- supplier_id: 0 of respondents without one; rule: empty of all entrants, * of those whom any rule flagged
       create table defender_count (
         account_id int not null,
         day int not null,
         source_id int not null,
         supplier_id int not null,
         rule text not null,
         entrants int not null,
         refused int not null,
         completes int not null,
         reconciled int not null,
         rejected int not null,
         saved_cents bigint not null,
         lost_cents bigint not null,
         primary key (account_id, day, source_id, supplier_id, rule)
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['defender_day', 'defender_count'])
}
