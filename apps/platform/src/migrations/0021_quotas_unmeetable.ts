import { sql, type Kysely } from 'kysely'

/** Whether quotas can be met is judged when it is asked for, by the qualifications and options that there are then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table source drop column quotas_unmeetable`.execute(db)
}
