import { FIRST_STEPS, type FirstStep, type FirstSteps } from '@desk/schema/today/first-steps'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

interface Row extends Omit<FirstSteps, 'done' | 'source'>, Readonly<Record<FirstStep, boolean>> {
  readonly stmid: number | null
  readonly type: NonNullable<FirstSteps['source']>['type'] | null
}

/** The steps that the account has done, and its newest study (day.md §4). */
export async function readFirstSteps(tx: Tx, accountId: number): Promise<FirstSteps> {
  const { rows } = await sql<Row>`
    with newest_source as (select source_id, type, survey_id, project_id from source where account_id = ${accountId} order by source_id desc limit 1),
      newest_survey as (select survey_id, project_id from survey where account_id = ${accountId} order by survey_id desc limit 1),
      newest_project as (select project_id from project where account_id = ${accountId} order by project_id desc limit 1),
      study as (
        select coalesce(s.project_id, y.project_id, p.project_id) as project_id, coalesce(s.survey_id, y.survey_id) as survey_id, s.source_id, s.type
        from (select) one left join newest_source s on true left join newest_survey y on true left join newest_project p on true)
    select t.project_id as pm_proj_ud, t.survey_id as pm_sy_ud, t.source_id as stmid, t.type,
      coalesce((
        select coalesce(y.sell_price_cents, p.sell_price_cents, 0) > 0
        from survey y join project p on p.account_id = y.account_id and p.project_id = y.project_id
        where y.account_id = ${accountId} and y.survey_id = t.survey_id), false) as has_sell_price,
      exists (select from supplier where account_id = ${accountId} and deleted_at is null) as supplier,
      t.project_id is not null as project, t.survey_id is not null as survey, t.source_id is not null as source,
      exists (
        select from source s
          join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
          join project p on p.account_id = s.account_id and p.project_id = s.project_id
        where s.account_id = ${accountId} and coalesce(y.sell_price_cents, p.sell_price_cents, 0) > 0
          and (s.type = 'lucid' or coalesce(s.supply_price_cents, 0) > 0
            or exists (select from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id and x.supply_price_cents > 0))) as price,
      exists (select from respondent where account_id = ${accountId} and is_test) as test,
      exists (select from source where account_id = ${accountId} and live_since is not null) as launch
    from study t`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A select from one row gives one.')
  const { pm_proj_ud, pm_sy_ud, has_sell_price, stmid, type } = row
  return {
    done: FIRST_STEPS.filter(step => row[step]),
    pm_proj_ud,
    pm_sy_ud,
    has_sell_price,
    source: stmid === null || type === null ? null : { stmid, type },
  }
}
