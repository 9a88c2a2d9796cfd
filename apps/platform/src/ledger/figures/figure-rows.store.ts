import { shareOf } from '@desk/schema/columns/ratios'
import type { RollupCounts } from '@desk/schema/columns/rollup-counts'
import type { ProjectFigures, SourceRow, SurveyFigures } from '@desk/schema/figures/figures'
import type { StatusCode } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead } from '#kernel/db/prepared-read'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import { effectiveStatus } from '#statuses/status-sql'
import { COUNTED } from './counted-columns.ts'
import { FIELD, fieldFactsOf, type FieldRow } from './field-facts.ts'
import { figuresOf } from './figures.ts'

/** A wire row with the account and project that it belongs to. */
export interface Placed<Row> {
  readonly accountId: number
  readonly projectId: number
  readonly row: Row
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

interface Counted extends RollupCounts, FieldRow {
  readonly accountId: number
  readonly projectId: number
  readonly figuresVersion: number
  readonly target: number
}

// the same columns for each scope; without a rollup row nothing has happened yet
const COUNTS = sql`
  coalesce(r.version, 0) as "figuresVersion", ${sql.join(COUNTED.map(({ id, rollup }) => sql`coalesce(${sql.ref(`r.${rollup}`)}, 0) as ${sql.id(id)}`))},
  coalesce(r.expense_cents, 0) as "expenseCents", r.loi_median_seconds as "loiMedianSeconds", r.last_complete_at as "lastCompleteAt"`

function pageOf(page: Page | undefined): RawBuilder<unknown> {
  return page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
}

interface CountedSource extends Counted {
  readonly sourceId: number
  readonly surveyId: number
  readonly name: string
  readonly type: SourceRow['type']
  readonly status: StatusCode
  readonly effectiveStatus: StatusCode
  readonly reason: string | null
  readonly changedBy: string | null
  readonly changedAt: Date
  readonly statusVersion: number
  readonly suppliers: string[]
  readonly supplyPriceCents: number | null
  readonly surveyTargetSum: number
}

/**
 * Rows of the source table (api:U2) in the internal view, by source id: one per source, whatever the number of respondents.
 * `where` is over `s` (source), such as ``sql`s.survey_id = ${id}` ``.
 */
export async function readSourceRows(tx: Tx, where: RawBuilder<unknown>, page?: Page): Promise<Placed<SourceRow>[]> {
  const { rows } = await sourceRowsQuery(
    sql`select * from source s where ${where} order by s.source_id ${pageOf(page)}`,
  ).execute(tx)
  return rows.map(toSourceRow)
}

/** The query of the source table; `wanted` selects rows of `source`. */
export function sourceRowsQuery(wanted: RawBuilder<unknown>): RawBuilder<CountedSource> {
  return sql<CountedSource>`
    with wanted as materialized (${wanted}),
      -- once for each survey: as a column it would be worked out again for every row
      whole as materialized (
        select o.account_id, o.survey_id, sum(o.target) as target from source o
        where (o.account_id, o.survey_id) in (select account_id, survey_id from wanted) group by o.account_id, o.survey_id)
    select s.account_id as "accountId", s.project_id as "projectId", s.source_id as "sourceId", s.survey_id as "surveyId", s.name, s.type, s.target,
      s.status, ${effectiveStatus('s.status', 'y.status', 'p.status')} as "effectiveStatus", s.status_reason as reason,
      ${userName('s.account_id', 's.status_changed_by')} as "changedBy", s.status_changed_at as "changedAt", s.version as "statusVersion",
      array(select su.name from source_supplier ss join supplier su on su.account_id = ss.account_id and su.supplier_id = ss.supplier_id
        where ss.account_id = s.account_id and ss.source_id = s.source_id order by su.name collate "und-x-icu") as suppliers,
      whole.target as "surveyTargetSum", s.supply_price_cents as "supplyPriceCents",
      ${COUNTS}, ${FIELD.source}
    from wanted s
      join whole on whole.account_id = s.account_id and whole.survey_id = s.survey_id
      join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
      -- offset 0 keeps this a look-up by key for each row, whatever the planner knows of a table that has just grown
      left join lateral (select * from rollup own where own.account_id = s.account_id and own.scope = 3 and own.scope_id = s.source_id offset 0) r on true
    order by s.source_id`
}

export function toSourceRow(row: CountedSource): Placed<SourceRow> {
  return {
    accountId: row.accountId,
    projectId: row.projectId,
    row: {
      stmid: row.sourceId,
      pm_sy_ud: row.surveyId,
      name: row.name,
      type: row.type,
      statusid: row.status,
      effective_statusid: row.effectiveStatus,
      status_reason: row.reason,
      status_changed_by: row.changedBy,
      status_changed_at: row.changedAt.toISOString(),
      status_version: row.statusVersion,
      suppliers: row.suppliers,
      supplier_cpi: row.supplyPriceCents === null ? null : row.supplyPriceCents / 100,
      figures_version: row.figuresVersion,
      ...figuresOf(row, row.target, shareOf(row.target, row.surveyTargetSum)),
      ...fieldFactsOf(row),
    },
  }
}

interface CountedSurvey extends Counted {
  readonly surveyId: number
  readonly sourceTargetSum: number
}

/**
 * Figures of surveys (api:S4) in the internal view, by survey id; `where` is over `y` (survey). Its own share is the sum of the
 * sources'.
 */
export async function readSurveyFigures(
  tx: Tx,
  where: RawBuilder<unknown>,
  page?: Page,
): Promise<Placed<SurveyFigures>[]> {
  const { rows } = await surveyFiguresQuery(where, page).execute(tx)
  return rows.map(toSurveyFigures)
}

const ONE_SURVEY = preparedRead(['int', 'int'], surveyFiguresQuery(sql`y.account_id = $1 and y.survey_id = $2`))

/** One survey's figures in the internal view, in one round trip: read with every source table. */
export async function readOneSurvey(
  database: DeskDatabase,
  accountId: number,
  surveyId: number,
): Promise<Placed<SurveyFigures> | undefined> {
  const [[row]] = await database.readAtOnce([
    { scope: { role: 'desk_app', accountId }, read: ONE_SURVEY, values: [accountId, surveyId] },
  ])
  return row && toSurveyFigures(row)
}

export function surveyFiguresQuery(where: RawBuilder<unknown>, page?: Page): RawBuilder<CountedSurvey> {
  return sql<CountedSurvey>`
    select y.account_id as "accountId", y.project_id as "projectId", y.survey_id as "surveyId", y.target,
      (select coalesce(sum(o.target), 0) from source o where o.account_id = y.account_id and o.survey_id = y.survey_id) as "sourceTargetSum", ${COUNTS}, ${FIELD.survey}
    from survey y join project p on p.account_id = y.account_id and p.project_id = y.project_id
      left join rollup r on r.account_id = y.account_id and r.scope = 2 and r.scope_id = y.survey_id
    where ${where} order by y.survey_id ${pageOf(page)}`
}

export function toSurveyFigures(row: CountedSurvey): Placed<SurveyFigures> {
  return {
    accountId: row.accountId,
    projectId: row.projectId,
    row: {
      pm_sy_ud: row.surveyId,
      pm_proj_ud: row.projectId,
      figures_version: row.figuresVersion,
      ...figuresOf(row, row.target, row.sourceTargetSum === 0 ? null : 1),
      ...fieldFactsOf(row),
    },
  }
}

/** Figures of projects (api:P8) in the internal view, by project id; `where` is over `p` (project). */
export async function readProjectFigures(
  tx: Tx,
  where: RawBuilder<unknown>,
  page?: Page,
): Promise<Placed<ProjectFigures>[]> {
  const { rows } = await projectFiguresQuery(where, page).execute(tx)
  return rows.map(toProjectFigures)
}

export function projectFiguresQuery(where: RawBuilder<unknown>, page?: Page): RawBuilder<Counted> {
  return sql<Counted>`
    select p.account_id as "accountId", p.project_id as "projectId", p.target, ${COUNTS}, ${FIELD.project}
    from project p left join rollup r on r.account_id = p.account_id and r.scope = 1 and r.scope_id = p.project_id
    where ${where} order by p.project_id ${pageOf(page)}`
}

export function toProjectFigures(row: Counted): Placed<ProjectFigures> {
  return {
    accountId: row.accountId,
    projectId: row.projectId,
    row: {
      pm_proj_ud: row.projectId,
      figures_version: row.figuresVersion,
      ...figuresOf(row, row.target),
      ...fieldFactsOf(row),
    },
  }
}
