import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { ADDENDS, type Addend } from '@desk/schema/columns/figure-terms'
import type { ChangeCause } from '@desk/schema/figures/figure-change'
import { COLUMN_OF_STATE, COUNT_COLUMNS, RESPONDENT_CODES, type RespondentCode } from '@desk/schema/respondents/state'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'

/** What is explained: an object, the addends of its figure, and two moments. */
export interface Asked {
  readonly accountId: number
  readonly scope: StatusScope
  readonly id: number
  readonly addends: ReadonlySet<Addend>
  readonly from: Date
  readonly to: Date
}

/** Lines of the ledger that changed a figure alike. */
export interface StoredMove {
  /** They came at the second moment or later: no part of the change. */
  readonly isAfter: boolean
  readonly supplierId: number | null
  readonly cause: ChangeCause
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly rule: string | null
  readonly request: number | null
  readonly respondents: number
  readonly expenseCents: number
  readonly pricedCompletes: number
}

const codesIn = (columns: readonly string[]): readonly RespondentCode[] =>
  Object.values(RESPONDENT_CODES).filter(code => columns.includes(COLUMN_OF_STATE[code]))
const list = (codes: readonly RespondentCode[]) => sql`array[${sql.join(codes.map(code => sql.lit(code)))}]::smallint[]`

const COMPLETE = list(codesIn(['completes']))
const INFLIGHT = list(codesIn(['inflight']))
const ABANDONED = sql.lit(RESPONDENT_CODES.abandon)

/** Why the line was written: an undo is a reconciliation's line without a reason of the client. */
const CAUSE = sql`case
    when e.from_code is null then 'entered'
    when e.detail->>'request' is not null then case when e.detail->>'reason' is null then 'undo' else 'reconciliation' end
    when e.to_code = ${ABANDONED} then 'abandoned'
    when e.from_code = ${ABANDONED} or e.detail->>'late' is not null then 'late_return'
    when e.from_code = any(${INFLIGHT}) then 'returned'
    else 'corrected' end`

const GAINS = sql`e.to_code = any(${COMPLETE})`
const LOSES = sql`coalesce(e.from_code = any(${COMPLETE}), false)`

/** The lines that can change one of the addends. */
function touches(addends: ReadonlySet<Addend>): RawBuilder<unknown> {
  const columns = COUNT_COLUMNS.filter(column => addends.has(column))
  const codes = codesIn(addends.has('expense') || addends.has('pricedCompletes') ? [...columns, 'completes'] : columns)
  return codes.length === 0
    ? sql`e.from_code is null`
    : sql`(e.to_code = any(${list(codes)}) or e.from_code = any(${list(codes)}) ${addends.has('entrants') ? sql`or e.from_code is null` : sql``})`
}

const SOURCES_OF = {
  source: (id: number) => sql`e.source_id = ${id}`,
  survey: (id: number, accountId: number) =>
    sql`e.source_id = any(array(select s.source_id from source s where s.account_id = ${accountId} and s.survey_id = ${id}))`,
  project: (id: number, accountId: number) =>
    sql`e.source_id = any(array(select s.source_id from source s where s.account_id = ${accountId} and s.project_id = ${id}))`,
} as const satisfies Record<StatusScope, (id: number, accountId: number) => RawBuilder<unknown>>

/** The lines of an object from the first moment on; the index `respondent_event_of_source` finds them. */
const linesOf = ({ accountId, scope, id, addends, from }: Asked) => sql`
    e.account_id = ${accountId} and ${SOURCES_OF[scope](id, accountId)} and e.at >= ${from} and e.changed and not e.is_test and ${touches(addends)}`

/**
 * Reads what the ledger did to a figure since the first moment, summed by what a part tells apart. What a complete had cost whom a line takes
 * back stands in the line that made it one.
 */
export async function readMoves(tx: Tx, asked: Asked): Promise<readonly StoredMove[]> {
  const { accountId, addends, to } = asked
  const isMoney = addends.has('expense') || addends.has('pricedCompletes')
  const sign = sql`((${GAINS})::int - (${LOSES})::int)`
  const cents = sql`coalesce(e.cpi_cents, p.cpi_cents, 0)`
  const { rows } = await sql<StoredMove>`
    select e.at >= ${to} as "isAfter", case when e.at < ${to} then r.supplier_id end as "supplierId", ${CAUSE} as cause, e.from_code as "from", e.to_code as "to",
      case when e.from_code is null then e.detail->>'rule' end as rule, (e.detail->>'request')::int as request, count(*)::int as respondents,
      ${isMoney ? sql`coalesce(sum(${sign} * ${cents}), 0)::float8` : sql`0::float8`} as "expenseCents",
      ${isMoney ? sql`coalesce(sum(${sign}) filter (where ${cents} > 0), 0)::int` : sql`0`} as "pricedCompletes"
    from respondent_event e
    left join respondent r on e.at < ${to} and r.account_id = ${accountId} and r.rdud = e.rdud
    ${
      isMoney
        ? sql`left join lateral (
      select p.cpi_cents from respondent_event p
      where ${LOSES} and not (${GAINS}) and e.cpi_cents is null and p.account_id = ${accountId} and p.rdud = e.rdud and p.changed and p.to_code = any(${COMPLETE}) and p.position < e.position
      order by p.position desc limit 1 offset 0
    ) p on true`
        : sql``
    }
    where ${linesOf(asked)}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

/** Which respondents make up one part; an undefined supplier is any. */
export interface AskedPart extends Asked {
  readonly supplierId: number | null | undefined
  readonly causes: readonly ChangeCause[]
  readonly fromCodes: readonly RespondentCode[] | null
  readonly toCodes: readonly RespondentCode[]
  readonly rule: string | null | undefined
  readonly request: number | null
}

export interface StoredRespondent {
  readonly at: Date
  readonly rdud: string
  readonly rid: string
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
}

/** A page of the respondents of one part, newest first. */
export async function readChanged(
  tx: Tx,
  asked: AskedPart,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredRespondent[]> {
  const { accountId, to, supplierId, causes, fromCodes, toCodes, rule, request } = asked
  const { rows } = await sql<StoredRespondent>`
    select e.at, r.rdud, r.rid, r.source_id as "sourceId", r.survey_id as "surveyId", r.project_id as "projectId"
    from respondent_event e join respondent r on r.account_id = ${accountId} and r.rdud = e.rdud
    where ${linesOf(asked)} and e.at < ${to} and ${CAUSE} = any(${sql.val(causes)}::text[])
      and ${fromCodes === null ? sql`e.from_code is null` : sql`e.from_code = any(${list(fromCodes)})`} and e.to_code = any(${list(toCodes)})
      and (e.detail->>'request')::int is not distinct from ${request}::int
      ${supplierId === undefined ? sql`` : sql`and r.supplier_id is not distinct from ${supplierId}::int`}
      ${rule === undefined ? sql`` : sql`and (case when e.from_code is null then e.detail->>'rule' end) is not distinct from ${rule}::text`}
    order by e.position desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

const STORED_AS: Readonly<Record<Addend, RawBuilder<unknown>>> = Object.fromEntries(
  ADDENDS.map(addend => [
    addend,
    addend === 'expense'
      ? sql.ref('r.expense_cents')
      : addend === 'pricedCompletes'
        ? sql.ref('r.priced_completes')
        : sql.ref(`r.${FIGURE_COLUMNS[addend].rollup}`),
  ]),
) as Record<Addend, RawBuilder<unknown>> // every addend is there

/** What the figures say now; undefined when the account has no such object. */
export async function readNow(
  tx: Tx,
  { accountId, scope, id }: Pick<Asked, 'accountId' | 'scope' | 'id'>,
): Promise<Readonly<Record<Addend, number>> | undefined> {
  const { rows } = await sql<Record<Addend, number>>`
    select ${sql.join(ADDENDS.map(addend => sql`coalesce(${STORED_AS[addend]}, 0)::float8 as ${sql.ref(addend)}`))}
    from ${sql.table(scope)} o left join rollup r on r.account_id = o.account_id and r.scope = ${sql.lit(SCOPE_CODES[scope])} and r.scope_id = o.${sql.ref(`${scope}_id`)}
    where o.account_id = ${accountId} and o.${sql.ref(`${scope}_id`)} = ${id}`.execute(tx)
  return rows[0]
}
