import type { Earnings } from '@desk/schema/columns/supply-cost'
import type { SourceType } from '@desk/schema/sources/source'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const COSTS = sql`coalesce(r.completes, 0) as completes, coalesce(r.priced_completes, 0) as "pricedCompletes", coalesce(r.expense_cents, 0) as "expenseCents",
  coalesce(r.revenue_cents, 0) as "revenueCents", coalesce(r.priced_revenue_cents, 0) as "pricedRevenueCents"`

/** Revenue and cost of a whole project, beyond the listed pages; undefined when the account has no such project. */
export async function findProjectCosts(tx: Tx, accountId: number, projectId: number): Promise<Earnings | undefined> {
  const { rows } = await sql<Earnings>`
    select ${COSTS}
    from project p
    left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where p.account_id = ${accountId} and p.project_id = ${projectId}`.execute(tx)
  return rows[0]
}

export interface SourceCosts extends Earnings {
  readonly surveyId: number
  readonly surveyName: string
  readonly sourceId: number
  readonly name: string
  readonly type: SourceType
}

/** The cost of each source of a project, by survey and source. */
export async function listSourceCosts(tx: Tx, accountId: number, projectId: number): Promise<readonly SourceCosts[]> {
  const { rows } = await sql<SourceCosts>`
    select v.survey_id as "surveyId", v.name as "surveyName", s.source_id as "sourceId", s.name, s.type, ${COSTS}
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    left join rollup r on r.account_id = s.account_id and r.scope = 3 and r.scope_id = s.source_id
    where s.account_id = ${accountId} and s.project_id = ${projectId}
    order by v.survey_id, s.source_id limit ${LIST_LIMIT_MAX}`.execute(tx)
  return rows
}

export interface SurveyCosts extends Earnings {
  readonly surveyId: number
  readonly name: string
  readonly sellPriceCents: number | null
}

/** Revenue and cost of each survey of a project, and its present sell price: its own, else the project's. */
export async function listSurveyCosts(tx: Tx, accountId: number, projectId: number): Promise<readonly SurveyCosts[]> {
  const { rows } = await sql<SurveyCosts>`
    select v.survey_id as "surveyId", v.name, coalesce(v.sell_price_cents, p.sell_price_cents) as "sellPriceCents", ${COSTS}
    from survey v
    join project p on p.account_id = v.account_id and p.project_id = v.project_id
    left join rollup r on r.account_id = v.account_id and r.scope = 2 and r.scope_id = v.survey_id
    where v.account_id = ${accountId} and v.project_id = ${projectId}
    order by v.survey_id limit ${LIST_LIMIT_MAX}`.execute(tx)
  return rows
}
