import { sql, type Kysely } from 'kysely'

/** A DEFENDER account works on the respondents of a DESK account, which super admins choose (docs/decisions/0077). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table account add column defended_account_id int references account,
         add constraint account_defends check (defended_account_id is null or account_type = 'DEFENDER');`,
    )
    .execute(db)
}
