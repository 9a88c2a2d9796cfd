import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Suppliers of an account that have an account of their own (docs/decisions/0050), with whom to talk to. The row belongs to the account that buys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table supplier_account (
         account_id int not null references account,
         supplier_account_id int primary key generated always as identity,
         supplier_id int not null,
         linked_account_id int not null references account,
         contacts jsonb not null,
         linked_at timestamptz not null,
         version int not null default 1,
         unique (account_id, supplier_id),
         check (linked_account_id <> account_id),
         foreign key (account_id, supplier_id) references supplier
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['supplier_account'])
}
