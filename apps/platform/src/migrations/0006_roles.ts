import { sql, type Kysely } from 'kysely'

/** The roles Finance (4) and Read only (5), at home and for guests (docs/decisions/0107). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table app_user drop constraint app_user_role_id_check, add check (role_id in (1, 2, 3, 4, 5));
       alter table user_account drop constraint user_account_role_id_check, add check (role_id in (1, 2, 4, 5))`,
    )
    .execute(db)
}
