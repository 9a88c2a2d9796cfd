import type { ReportDimension, ReportFilters, TrafficLine } from '@desk/schema/reports/report'
import type { LineKeyFields } from '@desk/schema/reports/report-change'
import { COLUMN_OF_STATE, COUNT_COLUMNS, RESPONDENT_STATES, type RespondentCode } from '@desk/schema/respondents/state'
import type { RollupCounts } from '@desk/schema/columns/rollup-counts'
import type { Earnings } from '@desk/schema/columns/supply-cost'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import { passing } from '#nouns/projects/project-filters'

/** The part of the account's traffic in a report, at known moments. */
export interface ReportScope extends Omit<ReportFilters, 'period'> {
  /** Only these projects, as far as the account has them; unset: all. */
  readonly projectIds?: readonly number[]
}

/** The counts of a line; LOI and last complete are no sums. */
export interface LineCounts extends Omit<RollupCounts, 'loiMedianSeconds' | 'lastCompleteAt'>, Earnings {}

/**
 * The further counts of the ledger's sums: of interviews with a known length, of rejects by when they had been
 * completed, of reconciliations.
 */
export interface MoveCounts extends LineCounts {
  readonly interviewSeconds: number
  readonly statedSeconds: number
  readonly made: number
  readonly rejected: number
  readonly adjustedRevenueCents: number
  readonly adjustedExpenseCents: number
  readonly adjustedCompletes: number
  readonly adjustedPriced: number
}

/** A line's names, by dimension; null: the respondents who have none. */
export type LineNames = Pick<TrafficLine, ReportDimension>

/** The id and the name of a dimension's thing; a null id: none. */
interface Key {
  readonly id: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  /**
   * Its surrounding thing, which separates it from others of its name; null: nothing. Left out: no two have the same
   * name.
   */
  readonly within?: RawBuilder<unknown>
}
const called = (id: RawBuilder<unknown>): Key => ({ id, name: id })

const DIMENSIONS: Readonly<Record<ReportDimension, Key>> = {
  project: { id: sql`p.project_id`, name: sql`p.name`, within: sql`p.number` },
  survey: { id: sql`v.survey_id`, name: sql`v.name`, within: sql`p.name` },
  source: { id: sql`s.source_id`, name: sql`s.name`, within: sql`v.name` },
  supplier: { id: sql`nullif(r.supplier_id, 0)`, name: sql`u.name`, within: sql`null::text` },
  manager: {
    id: sql`p.consultant_user_id`,
    name: userName('p.account_id', 'p.consultant_user_id'),
    within: sql`null::text`,
  },
  business_unit: { id: sql`p.business_unit_id`, name: sql`b.name`, within: sql`null::text` },
  country: { id: sql`c.country_id`, name: sql`c.name` },
  // of moves (report-moves.store.ts)
  month: called(sql`r.month`),
  day: called(sql`r.day`),
  hour: called(sql`r.hour`),
  state: { id: sql`r.state::int`, name: sql`r.state::text` },
  reason: called(sql`nullif(r.reason, '')`),
}

const OF_TEXT: ReadonlySet<ReportDimension> = new Set(['month', 'day', 'hour', 'reason'])

/** Holds for rows `r` of the lines of this key. */
export const isOfLine = ({ is, id }: LineKeyFields): RawBuilder<unknown> =>
  OF_TEXT.has(is)
    ? sql`${DIMENSIONS[is].id} is not distinct from ${id}::text`
    : sql`${DIMENSIONS[is].id} is not distinct from ${id === null ? null : Number(id)}::int`

export const codesOf = (column: (typeof COUNT_COLUMNS)[number]): readonly RespondentCode[] =>
  Object.values(RESPONDENT_STATES).flatMap(({ code }) => (COLUMN_OF_STATE[code] === column ? [code] : []))

const sumOfCodes = (codes: readonly RespondentCode[]) =>
  sql`coalesce(sum(${sql.join(
    codes.map(code => sql.ref(`r.code_${code}`)),
    sql` + `,
  )}), 0)::bigint`

const COUNTS = sql.join([
  sql`coalesce(sum(r.entrants), 0)::bigint as entrants`,
  ...COUNT_COLUMNS.map(column => sql`${sumOfCodes(codesOf(column))} as ${sql.id(column)}`),
  sql`coalesce(sum(r.priced_completes), 0)::bigint as "pricedCompletes"`,
  sql`coalesce(sum(r.expense_cents), 0)::bigint as "expenseCents"`,
  sql`coalesce(sum(r.revenue_cents), 0)::bigint as "revenueCents"`,
  sql`coalesce(sum(r.priced_revenue_cents), 0)::bigint as "pricedRevenueCents"`,
])

/** The studies that a scope leaves, from sources up: those of `s`. */
export function studiesOf(accountId: number, scope: ReportScope): RawBuilder<unknown> {
  return sql`
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    left join business_unit b on b.account_id = p.account_id and b.business_unit_id = p.business_unit_id
    left join country c on c.country_id = coalesce(s.country_id, v.country_id, p.country_id)
    where s.account_id = ${accountId} and ${sql.join(conditionsOf(accountId, scope), sql` and `)}`
}

/** Holds for the chosen ones of a column. @param ids unset: for all */
export const among = (column: RawBuilder<unknown>, ids: readonly number[] | undefined): RawBuilder<unknown> =>
  ids === undefined ? sql`true` : sql`${column} = any(${[...ids]}::int[])`

/** The choices that may leave out sources of the account: all but time and suppliers. */
const OF_SOURCES = {
  projectIds: true,
  pm_proj_ud: true,
  pm_sy_ud: true,
  stmid: true,
  pm_cy_cs_id: true,
  status: true,
  consultant: true,
  business_unit_ud: true,
  search: true,
} as const satisfies Record<Exclude<keyof ReportScope, 'from' | 'to' | 'by' | 'and' | 'pm_sup_ud'>, true>

/** Whether a scope may leave out sources of the account. */
export const isNarrowedToSources = (scope: ReportScope): boolean =>
  (Object.keys(OF_SOURCES) as (keyof typeof OF_SOURCES)[]).some(name => scope[name] !== undefined) // Object.keys loses the key types

const conditionsOf = (accountId: number, scope: ReportScope): RawBuilder<unknown>[] => [
  passing(accountId, scope),
  among(sql`p.project_id`, scope.projectIds),
  among(sql`p.project_id`, scope.pm_proj_ud),
  among(sql`v.survey_id`, scope.pm_sy_ud),
  among(sql`s.source_id`, scope.stmid),
  among(sql`c.country_id`, scope.pm_cy_cs_id),
]

/** Suppliers' rows add up to their source's (docs/decisions/0032), so a report is a sum of them, whatever it is by. */
function trafficOf(accountId: number, scope: ReportScope): RawBuilder<unknown> {
  return sql`
    from supplier_rollup r
    left join supplier u on u.account_id = r.account_id and u.supplier_id = r.supplier_id
    join source s on s.account_id = r.account_id and s.source_id = r.source_id
    ${studiesOf(accountId, scope)} and r.account_id = ${accountId} and ${among(sql`r.supplier_id`, scope.pm_sup_ud)}`
}

export interface LineKeys extends Readonly<
  Record<'id0' | 'id1', number | string | null> & Record<'name0' | 'name1' | 'detail0' | 'detail1', string | null>
> {}
const NOTHING: Key = { id: sql`null::int`, name: sql`null::text` }

/** The columns of lines' dimensions, by which they are grouped as columns 1 and 3. @param by at most two */
export function keysOf(by: readonly ReportDimension[]): RawBuilder<unknown> {
  const [first, second] = [0, 1].map(place => {
    const dimension = by[place]
    return dimension === undefined ? NOTHING : DIMENSIONS[dimension]
  }) as [Key, Key] // of two places
  return sql`${first.id} as id0, min(${first.name}) as name0, ${second.id} as id1, min(${second.name}) as name1`
}

/** Beside the keys of a query's lines: what tells things of one name apart, among all lines; null: no other has the name. */
export function detailsOf(by: readonly ReportDimension[]): RawBuilder<unknown> {
  return sql.join(
    [0, 1].map(place => {
      const dimension = by[place]
      const { id, name, within }: Key = dimension === undefined ? NOTHING : DIMENSIONS[dimension]
      const ofName = sql`over (partition by min(${name}))`
      const detail =
        within === undefined
          ? sql`null::text`
          : sql`case when min(${id}) ${ofName} <> max(${id}) ${ofName} then concat_ws(', ', min(${within}), ${id}::text) end`
      return sql`${detail} as ${sql.id(`detail${place}`)}`
    }),
  )
}

/** The names of a line, from its two keys. */
export const namesOf = (
  by: readonly ReportDimension[],
  { id0, id1, name0, name1, detail0, detail1 }: LineKeys,
): LineNames => {
  const found = [
    { id: id0, name: name0, detail: detail0 },
    { id: id1, name: name1, detail: detail1 },
  ]
  return Object.fromEntries(
    by.map((dimension, place) => {
      const { id = null, name = null, detail = null } = found[place] ?? {}
      return [dimension, id === null ? null : { id, name: name ?? '', ...(detail === null ? {} : { detail }) }]
    }),
  ) as LineNames // an id is of the type that its dimension's expression has
}

/** Lines of a report, the ones with the most entrants first. @param by their dimensions, at most two */
export const selectLines = (
  accountId: number,
  scope: ReportScope,
  by: readonly ReportDimension[],
): RawBuilder<LineCounts & LineKeys> => sql`
  select ${keysOf(by)}, ${COUNTS}, ${detailsOf(by)}
  ${trafficOf(accountId, scope)}
  group by 1, 3 order by entrants desc, 1 nulls last, 3 nulls last`

/** The total of all lines, or of the lines of some things. */
export async function readTotal(
  tx: Tx,
  accountId: number,
  scope: ReportScope,
  keys: readonly LineKeyFields[] = [],
): Promise<LineCounts> {
  const { rows } = await sql<LineCounts>`
    select ${COUNTS} ${trafficOf(accountId, scope)} and ${sql.join([sql`true`, ...keys.map(isOfLine)], sql` and `)}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}

/** The studies of a scope, from sources up, as `scope, id, name`: their statuses and targets let respondents in. */
export const selectObjects = (accountId: number, scope: ReportScope): RawBuilder<unknown> => sql`
  with study as materialized (
    select s.source_id, s.name as source_name, v.survey_id, v.name as survey_name, p.project_id, p.name as project_name
    from source s ${studiesOf(accountId, scope)} ${
      scope.pm_sup_ud === undefined
        ? sql``
        : sql`and s.source_id in (select t.source_id from supplier_rollup t where t.account_id = ${accountId} and ${among(sql`t.supplier_id`, scope.pm_sup_ud)})`
    }
  )
  select 'source' as scope, source_id as id, source_name as name from study
  union select 'survey', survey_id, survey_name from study
  union select 'project', project_id, project_name from study`
