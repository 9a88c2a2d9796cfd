import { sql, type Kysely } from 'kysely'

/**
 * Leaves room beside each respondent for the row that they return with, also when all of a page return at once: those that found none went
 * elsewhere and changed every index. And lets one statement of a batch tell that it must give way, so that the commit can travel with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table respondent set (fillfactor = 45);
       create function give_way_unless(fits boolean, why text) returns void language plpgsql as $$
       begin
         if fits is not true then raise exception '%', why using errcode = 'serialization_failure'; end if;
       end $$;`,
    )
    .execute(db)
}
