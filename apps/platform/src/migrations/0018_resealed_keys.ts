import { sql, type Kysely } from 'kysely'

/** The private key of statements may be sealed again, with another secret key; the key itself never changes (operate.md §2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop trigger never_changed on statement_key;
       create trigger never_changed before update of account_id, key_no, public_key, fingerprint, created_at on statement_key
         for each row execute function refuse_statement_change();
       create trigger never_deleted before delete on statement_key for each row execute function refuse_statement_change();`,
    )
    .execute(db)
}
