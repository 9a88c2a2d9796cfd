import { sql, type Kysely } from 'kysely'

/** Erasures and objections that a supplier asks for by its link (docs/decisions/0123). The user is then the one who made the link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table erasure add column requested_by_link int references statement_link;
       create index erasure_by_link on erasure (account_id, requested_by_link) where requested_by_link is not null;
       alter table objection add column made_by_link int references statement_link;
       alter table objection add column withdrawn_by_link int references statement_link;`,
    )
    .execute(db)
}
