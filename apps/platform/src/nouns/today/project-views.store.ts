import type { ProjectViews } from '@desk/schema/today/project-views'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { isLive } from '#ledger/figures/live-sources-sql'

/** The counts of the views of /projects. */
export async function countViews(tx: Tx, accountId: number): Promise<Omit<ProjectViews, 'today'>> {
  const { rows } = await sql<Omit<ProjectViews, 'today'>>`
    select (select count(*)::int from project where account_id = ${accountId}) as projects,
      (select count(*)::int from source s where ${isLive(accountId)}) as live_sources`.execute(tx)
  return rows[0] ?? { projects: 0, live_sources: 0 }
}
