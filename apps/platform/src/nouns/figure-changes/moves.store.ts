import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { ADDENDS, type Addend } from '@desk/schema/columns/figure-terms'
import type { ChangeCause } from '@desk/schema/figures/figure-change'
import { COUNT_COLUMNS, type RespondentCode } from '@desk/schema/respondents/state'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { CAUSE, codeList, codesIn } from '#ledger/sums/line-columns'
import { movesWithin } from '#ledger/sums/moves-within'
import { SCOPE_CODES } from '#statuses/status-sql'
import type { StoredPart, StoredRespondent } from './asked-part.ts'

/** The subject of an explanation: an object, the addends of its figure, and two moments. */
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

/** The moves `m`, or lines, that can change one of the addends. */
function touches(
  addends: ReadonlySet<Addend>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = COUNT_COLUMNS.filter(column => addends.has(column))
  const codes = codesIn(addends.has('expense') || addends.has('pricedCompletes') ? [...columns, 'completes'] : columns)
  const enters = addends.has('entrants') ? sql`or ${from} = 0` : sql``
  return sql`(${to} = any(${codeList(codes)}) or ${from} = any(${codeList(codes)}) ${enters})`
}

const SOURCES_OF = {
  source: (accountId: number, id: number) =>
    sql`select s.source_id from source s where s.account_id = ${accountId} and s.source_id = ${id}`,
  survey: (accountId: number, id: number) =>
    sql`select s.source_id from source s where s.account_id = ${accountId} and s.survey_id = ${id}`,
  project: (accountId: number, id: number) =>
    sql`select s.source_id from source s where s.account_id = ${accountId} and s.project_id = ${id}`,
} as const satisfies Record<StatusScope, (accountId: number, id: number) => RawBuilder<unknown>>

/** Reads what the ledger did to a figure since the first moment, summed by what a part tells apart. */
export async function readMoves(tx: Tx, asked: Asked): Promise<readonly StoredMove[]> {
  const { accountId, scope, id, addends, from, to } = asked
  const moves = movesWithin({
    accountId,
    sources: SOURCES_OF[scope](accountId, id),
    times: [
      { from, to, isAfter: false },
      { from: to, to: null, isAfter: true },
    ],
    unit: null,
  })
  const { rows } = await sql<StoredMove>`
    select m.is_after as "isAfter", case when not m.is_after then nullif(m.supplier_id, 0) end as "supplierId", m.cause, nullif(m.from_code, 0) as "from", m.to_code as "to",
      case when m.from_code = 0 and not m.is_after then nullif(m.reason, '') end as rule, nullif(m.request, 0) as request, sum(m.respondents)::int as respondents,
      sum(m.expense_cents)::float8 as "expenseCents", sum(m.priced_completes)::int as "pricedCompletes"
    from ${moves} m
    where ${touches(addends, sql`m.from_code`, sql`m.to_code`)}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

/** Which respondents make up one part of a change. */
export interface AskedPart extends Asked, StoredPart {}

/** A page of the respondents of one part, newest first. */
export async function readChanged(
  tx: Tx,
  asked: AskedPart,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly StoredRespondent[]> {
  const { accountId, scope, id, addends, from, to, supplierId, causes, fromCodes, toCodes, rule, request } = asked
  const { rows } = await sql<StoredRespondent>`
    select e.at, r.rdud, r.rid, r.source_id as "sourceId", r.survey_id as "surveyId", r.project_id as "projectId"
    from respondent_event e join respondent r on r.account_id = ${accountId} and r.rdud = e.rdud
    where e.account_id = ${accountId} and e.source_id = any(array(${SOURCES_OF[scope](accountId, id)})) and e.at >= ${from} and e.at < ${to} and e.changed and not e.is_test
      and ${touches(addends, sql`coalesce(e.from_code, 0)`, sql`e.to_code`)} and ${CAUSE} = any(${sql.val(causes)}::text[])
      and ${fromCodes === null ? sql`e.from_code is null` : sql`e.from_code = any(${codeList(fromCodes)})`} and e.to_code = any(${codeList(toCodes)})
      and (e.detail->>'request')::int is not distinct from ${request}::int
      ${supplierId === undefined ? sql`` : sql`and r.supplier_id is not distinct from ${supplierId}::int`}
      ${rule === undefined ? sql`` : sql`and (case when e.from_code is null then e.detail->>'rule' end) is not distinct from ${rule}::text`}
    order by e.position desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

const STORED_AS: Readonly<Record<Addend, RawBuilder<unknown>>> = Object.fromEntries(
  ADDENDS.map(addend => [
    addend,
    addend === 'expense' ? sql.ref('r.expense_cents') : sql.ref(`r.${FIGURE_COLUMNS[addend].rollup}`),
  ]),
) as Record<Addend, RawBuilder<unknown>> // every addend is there

export interface FiguresNow extends Readonly<Record<Addend, number>> {
  /** Of the object. */
  readonly name: string
}

/** The present figures; undefined when the account has no such object. */
export async function readNow(
  tx: Tx,
  { accountId, scope, id }: Pick<Asked, 'accountId' | 'scope' | 'id'>,
): Promise<FiguresNow | undefined> {
  const { rows } = await sql<FiguresNow>`
    select o.name, ${sql.join(ADDENDS.map(addend => sql`coalesce(${STORED_AS[addend]}, 0)::float8 as ${sql.ref(addend)}`))}
    from ${sql.table(scope)} o left join rollup r on r.account_id = o.account_id and r.scope = ${sql.lit(SCOPE_CODES[scope])} and r.scope_id = o.${sql.ref(`${scope}_id`)}
    where o.account_id = ${accountId} and o.${sql.ref(`${scope}_id`)} = ${id}`.execute(tx)
  return rows[0]
}
