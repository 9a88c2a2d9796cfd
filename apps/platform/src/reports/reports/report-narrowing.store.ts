import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import { NARROWING_FILTERS, type NarrowedTo } from '@desk/schema/reports/report'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { ReportScope } from './report-lines.store.ts'

type Filter = keyof typeof NARROWING_FILTERS
const FILTERS = Object.keys(NARROWING_FILTERS) as Filter[] // Object.keys loses the key types

/** Filters whose things must be the account's own. */
const OWNED: readonly Filter[] = ['pm_proj_ud', 'pm_sy_ud', 'stmid', 'pm_sup_ud']

/** The ids by which a filter narrows; without 'all', which is no filter. */
const idsOf = (scope: ReportScope, filter: Filter): readonly number[] => [
  ...new Set([
    ...(scope[filter] ?? []).filter(id => typeof id === 'number'),
    ...(filter === 'pm_proj_ud' ? (scope.projectIds ?? []) : []),
  ]),
]

/**
 * The names of what a report is narrowed to, in the order of filters and names.
 * @returns undefined: it is narrowed to a project, survey, source or supplier that the account does not have
 */
export async function findNarrowing(
  tx: Tx,
  accountId: number,
  scope: ReportScope,
): Promise<readonly NarrowedTo[] | undefined> {
  const ids = new Map(FILTERS.map(filter => [filter, idsOf(scope, filter)]))
  if ([...ids.values()].every(({ length }) => length === 0)) return []
  const among = (filter: Filter) => sql`any(${[...(ids.get(filter) ?? [])]}::int[])`
  const { rows } = await sql<{ readonly filter: Filter; readonly id: number; readonly name: string }>`
    select * from (
      select 'pm_proj_ud' as filter, project_id as id, name from project where account_id = ${accountId} and project_id = ${among('pm_proj_ud')}
      union all select 'pm_sy_ud', survey_id, name from survey where account_id = ${accountId} and survey_id = ${among('pm_sy_ud')}
      union all select 'stmid', source_id, name from source where account_id = ${accountId} and source_id = ${among('stmid')}
      union all select 'pm_sup_ud', supplier_id, name from supplier where account_id = ${accountId} and supplier_id = ${among('pm_sup_ud')}
      union all select 'consultant', w.user_id, ${userName('w.account_id', 'w.user_id')} from user_account w where w.account_id = ${accountId} and w.user_id = ${among('consultant')}
      union all select 'consultant', ${NO_CONSULTANT_UID}::int, 'Other (no consultant)' where ${NO_CONSULTANT_UID}::int = ${among('consultant')}
      union all select 'business_unit_ud', business_unit_id, name from business_unit where account_id = ${accountId} and business_unit_id = ${among('business_unit_ud')}
      union all select 'pm_cy_cs_id', country_id, name from country where country_id = ${among('pm_cy_cs_id')}
    ) n order by array_position(${FILTERS}::text[], filter), name, id`.execute(tx)
  const found = (filter: Filter) => rows.filter(row => row.filter === filter).length
  const asked = (filter: Filter) =>
    // of projects of a body those that the account has are taken
    filter === 'pm_proj_ud' ? new Set(scope.pm_proj_ud).size : (ids.get(filter)?.length ?? 0)
  if (OWNED.some(filter => found(filter) < asked(filter))) return undefined
  return rows.map(({ filter, id, name }) => ({ is: NARROWING_FILTERS[filter], id, name }))
}
