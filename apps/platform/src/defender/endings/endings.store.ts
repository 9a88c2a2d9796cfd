import { ENDING_GROUPS_MAX, type EndingFilters, type EndingOverview } from '@desk/schema/defender/endings'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { ENDING_GRAINS, unfoldedEndings } from '#ledger/batches/ending-counts.store'
import { DAY_HOURS, instantOf, isByDays, partsOf, type Hours } from './ending-slots.ts'

interface Choice extends Pick<EndingFilters, 'code' | 'rule' | 'supplier' | 'source'> {
  readonly project?: number
  readonly survey?: number
}

/** Neither a complete nor still in the survey. */
const TERMINATED = sql.raw('code not in (10, 11, 30, 51)')

/** Whom the filters mean, among all who entered. */
export function meant({ code, rule }: Pick<Choice, 'code' | 'rule'>): RawBuilder<boolean> {
  const ofState = code === undefined ? (rule === undefined ? TERMINATED : sql`true`) : sql`code = ${code}`
  return rule === undefined ? sql`${ofState}` : sql`${ofState} and rule = ${rule}`
}

function ofPlace(accountId: number, { supplier, source, survey, project }: Choice): RawBuilder<boolean> {
  const ofSources = (column: string, id: number) =>
    sql`source_id in (select s.source_id from source s where s.account_id = ${accountId} and ${sql.ref(`s.${column}`)} = ${id})`
  return sql`${sql.join(
    [
      sql`true`,
      ...(supplier === undefined ? [] : [sql`supplier_id = ${supplier}`]),
      ...(source === undefined ? [] : [sql`source_id = ${source}`]),
      ...(survey === undefined ? [] : [ofSources('survey_id', survey)]),
      ...(project === undefined ? [] : [ofSources('project_id', project)]),
    ],
    sql` and `,
  )}`
}

/** Whether a choice is of all places. */
const isWhole = ({ supplier, source, survey, project }: Choice): boolean =>
  [supplier, source, survey, project].every(place => place === undefined)

const within = (column: string, { first, end }: Hours) =>
  sql`${sql.raw(column)} >= ${first} and ${sql.raw(column)} < ${end}`

/** The lines that no sweep has added up yet. */
const appended = (accountId: number, hours: Hours) =>
  sql`select l.* from ${sql.raw(unfoldedEndings('ending_line'))} where t.account_id = ${accountId} and ${within('l.hour', hours)}`

function countedRows(accountId: number, hours: Hours, choice: Choice): RawBuilder<unknown> {
  const stored = partsOf(hours).map(
    part => sql`
      select source_id, supplier_id, code, rule, respondents from ending_count
      where account_id = ${accountId} and grain = ${ENDING_GRAINS[part.grain]} and ${within('slot', part)} and ${ofPlace(accountId, choice)}
      union all`,
  )
  return sql`${sql.join(stored, sql` `)}
    select source_id, supplier_id, code, rule, respondents from appended where ${ofPlace(accountId, choice)}`
}

/** By day (UTC) of a long time, of whole days; of the whole account by its totals, which are fewer rows. */
function dayRows(accountId: number, { first, end }: Hours, choice: Choice): RawBuilder<unknown> {
  const grain = isWhole(choice) ? ENDING_GRAINS.dayTotals : ENDING_GRAINS.days
  const days = { first: first / DAY_HOURS, end: end / DAY_HOURS }
  return sql`
    select slot, code, rule, respondents from ending_count
    where account_id = ${accountId} and grain = ${grain} and ${within('slot', days)} and ${ofPlace(accountId, choice)}
    union all select hour / ${DAY_HOURS}::int, code, rule, respondents from appended where ${ofPlace(accountId, choice)}`
}

/** By hour; of the whole account by its totals, which are fewer rows. */
function hourRows(accountId: number, hours: Hours, choice: Choice): RawBuilder<unknown> {
  const grain = isWhole(choice) ? ENDING_GRAINS.totals : ENDING_GRAINS.hours
  return sql`
    select slot, code, rule, respondents from ending_count
    where account_id = ${accountId} and grain = ${grain} and ${within('slot', hours)} and ${ofPlace(accountId, choice)}
    union all select hour, code, rule, respondents from appended where ${ofPlace(accountId, choice)}`
}

interface Sums {
  readonly by_code: EndingOverview['by_code'] | null
  readonly by_rule: EndingOverview['by_rule'] | null
  readonly by_supplier: NonNullable<EndingOverview['by_supplier']> | null
  readonly by_source: EndingOverview['by_source'] | null
  readonly by_hour: readonly (readonly [hour: number, entrants: number, respondents: number])[] | null
  readonly entrants: number
  readonly respondents: number
}

/**
 * Counts the outcomes of entrants within these hours: by the stored counts and the batches appended since, in one
 * snapshot (docs/decisions/0071).
 */
export async function countEndings(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: Choice,
): Promise<Omit<EndingOverview, 'as_of'>> {
  const whom = meant(choice)
  const { rows } = await sql<Sums>`
    with appended as materialized (${appended(accountId, hours)}),
    counted as materialized (
      select source_id, supplier_id, code, rule, sum(respondents)::int as respondents from (${countedRows(accountId, hours, choice)}) r
      group by 1, 2, 3, 4 having sum(respondents) <> 0
    ), grouped as materialized (
      select source_id, supplier_id, code, rule, respondents as entrants, case when ${whom} then respondents else 0 end as respondents from counted
    ), timed as materialized (
      select slot, sum(respondents)::int as entrants, coalesce(sum(respondents) filter (where ${whom}), 0)::int as respondents
      from (${isByDays(hours) ? dayRows(accountId, hours, choice) : hourRows(accountId, hours, choice)}) h group by 1 having sum(respondents) <> 0
    )
    select
      (select json_agg(c) from (select code, sum(entrants)::int as respondents from grouped group by 1 having sum(entrants) <> 0 order by 1) c) as by_code,
      (select json_agg(c) from (select rule, code, sum(entrants)::int as respondents from grouped where rule <> '' group by 1, 2 having sum(entrants) <> 0
        order by 3 desc, 1 limit ${ENDING_GROUPS_MAX}) c) as by_rule,
      (select json_agg(c) from (select nullif(g.supplier_id, 0) as pm_sup_ud, s.name, g.entrants, g.respondents from (
          select supplier_id, sum(entrants)::int as entrants, sum(respondents)::int as respondents from grouped group by 1 order by 3 desc, 2 desc, 1 limit ${ENDING_GROUPS_MAX}) g
        left join supplier s on s.account_id = ${accountId} and s.supplier_id = g.supplier_id order by g.respondents desc, g.entrants desc, g.supplier_id) c) as by_supplier,
      (select json_agg(c) from (select g.source_id as stmid, s.name as source_name, y.name as survey_name, g.entrants, g.respondents from (
          select source_id, sum(entrants)::int as entrants, sum(respondents)::int as respondents from grouped group by 1 order by 3 desc, 2 desc, 1 limit ${ENDING_GROUPS_MAX}) g
        join source s on s.account_id = ${accountId} and s.source_id = g.source_id join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
        order by g.respondents desc, g.entrants desc, g.source_id) c) as by_source,
      (select json_agg(json_build_array(slot, entrants, respondents) order by slot) from timed) as by_hour,
      coalesce((select sum(entrants) from grouped), 0)::int as entrants, coalesce((select sum(respondents) from grouped), 0)::int as respondents`.execute(
    tx,
  )
  const [sums] = rows
  if (sums === undefined) throw new Error('A query without a FROM gives one row')
  return {
    from: instantOf(hours.first),
    until: instantOf(hours.end),
    entrants: sums.entrants,
    respondents: sums.respondents,
    by_code: sums.by_code ?? [],
    by_rule: sums.by_rule ?? [],
    by_supplier: sums.by_supplier ?? [],
    by_source: sums.by_source ?? [],
    step_hours: isByDays(hours) ? DAY_HOURS : 1,
    by_hour: (sums.by_hour ?? []).map(([slot, entrants, respondents]) => ({
      at: instantOf(isByDays(hours) ? slot * DAY_HOURS : slot),
      entrants,
      respondents,
    })),
  }
}

/** How many of the entrants of a time a condition on state and rule means. */
export async function sumEntrants(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: Choice,
  whom: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ respondents: number }>`
    with appended as materialized (${appended(accountId, hours)})
    select coalesce(sum(respondents), 0)::int as respondents from (${countedRows(accountId, hours, choice)}) r where ${whom}`.execute(
    tx,
  )
  return rows[0]?.respondents ?? 0
}

/** The latest hours before `end` with entrants of the filters, and how many. */
export async function findHours(
  tx: Tx,
  accountId: number,
  hours: Hours,
  choice: Choice,
  limit: number,
  whom: RawBuilder<boolean> = meant(choice),
): Promise<readonly { readonly hour: number; readonly respondents: number }[]> {
  const { rows } = await sql<{ hour: number; respondents: number }>`
    with appended as materialized (${appended(accountId, hours)})
    select slot as hour, sum(respondents)::int as respondents from (${hourRows(accountId, hours, choice)}) h
    where ${whom} group by 1 having sum(respondents) > 0 order by 1 desc limit ${limit}`.execute(tx)
  return rows
}
