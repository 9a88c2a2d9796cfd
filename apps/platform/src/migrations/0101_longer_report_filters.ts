import { sql, type Kysely } from 'kysely'

/** A report can be narrowed to many things at once, whose ids make a longer address (docs/decisions/0052). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table report_view drop constraint report_view_filters_check, add constraint report_view_filters_check check (length(filters) <= 4000);
       alter table report_schedule drop constraint report_schedule_filters_check, add constraint report_schedule_filters_check check (length(filters) <= 4000);`,
    )
    .execute(db)
}
