import { sql, type Kysely } from 'kysely'

/** Interview lengths are kept by source alone; a survey's and a project's are summed over its sources where a median is looked for (§3.20). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('delete from loi_bucket where scope <> 3').execute(db)
}
