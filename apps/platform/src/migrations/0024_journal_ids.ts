import { sql, type Kysely } from 'kysely'

/**
 * A journal's id is chosen by a browser, and bound to its user and account under `sent_as`; under `journal_id`, which support
 * opens it by, there is one journal alone: the browser's own id where nobody had it before, else one made here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table journal add column sent_as uuid`.execute(db)
  await sql`update journal set sent_as = journal_id`.execute(db)
  await sql`alter table journal alter column sent_as set not null`.execute(db)
  await sql`update journal j set journal_id = gen_random_uuid() where exists (select from journal o where o.journal_id = j.journal_id and o.journal_no < j.journal_no)`.execute(
    db,
  )
  await sql`alter table journal drop constraint journal_account_id_user_id_journal_id_key`.execute(db)
  await sql`alter table journal add constraint journal_of_user unique (account_id, user_id, sent_as)`.execute(db)
  await sql`drop index journal_by_id`.execute(db)
  await sql`create unique index journal_by_id on journal (journal_id)`.execute(db)
}
