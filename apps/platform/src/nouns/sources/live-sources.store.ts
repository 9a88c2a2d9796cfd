import type { LiveSource } from '@desk/schema/sources/live-source'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { readSourceRows } from '#ledger/figures/figure-rows.store'
import { isLive } from '#ledger/figures/live-sources-sql'

type Study = Pick<LiveSource, 'pm_proj_ud' | 'pm_proj_name' | 'pm_sy_name' | 'consultant_name' | 'country'>

/** The live sources of an account, by id, in the internal view. */
export async function listLiveSources(tx: Tx, accountId: number, page: Page): Promise<LiveSource[]> {
  const placed = await readSourceRows(tx, isLive(accountId), page)
  const studies = await readStudies(
    tx,
    accountId,
    placed.map(({ row }) => row.stmid),
  )
  return placed.flatMap(({ row }) => {
    const study = studies.get(row.stmid)
    return study === undefined ? [] : [{ ...row, ...study }]
  })
}

async function readStudies(tx: Tx, accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, Study>> {
  const { rows } = await sql<Study & { readonly id: number }>`
    select s.source_id as id, p.project_id as pm_proj_ud, p.name as pm_proj_name, y.name as pm_sy_name,
      ${userName('p.account_id', 'p.consultant_user_id')} as consultant_name, c.name as country
    from source s
      join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
      left join country c on c.country_id = coalesce(s.country_id, y.country_id, p.country_id)
    where s.account_id = ${accountId} and s.source_id = any(${[...ids]}::int[])`.execute(tx)
  return new Map(rows.map(({ id, ...study }) => [id, study]))
}
