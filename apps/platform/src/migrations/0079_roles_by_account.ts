import { sql, type Kysely } from 'kysely'

/**
 * A guest has a role of their own in each account (docs/decisions/0053); the role at home stays the user's. Who is a guest somewhere keeps the role that
 * they had there. Whether an account is the provider's own is asked across accounts, so that row-level security must not hide it: nothing else of the
 * account is told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table user_account add column role_id smallint check (role_id in (1, 2));
       update user_account m set role_id = case when u.role_id = 2 then 2 else 1 end
         from app_user u where u.user_id = m.user_id and u.home_account_id <> m.account_id;

       create function is_top_account(wanted int) returns boolean language sql stable security definer set search_path from current as $$
         select exists (select from account where account_id = wanted and parent_account_id is null)
       $$;`,
    )
    .execute(db)
}
