import { sql, type RawBuilder } from 'kysely'
import { CAUSE } from '#ledger/sums/line-columns'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import { monthOf } from '../reconciliation/window-sql.ts'
import { nextMonth, type Month } from './months.ts'

const IS_GAIN = sql`e.to_code in (30, 51)`
/** +1: a line of the ledger `e` makes a complete; -1: it takes one back. */
const SIGN = sql`case when ${IS_GAIN} then 1 else -1 end`
/** It does one of both, and of no test: as in the index `respondent_event_cost`. */
export const MOVES = sql`e.changed and not e.is_test and (${IS_GAIN}) <> coalesce(e.from_code in (30, 51), false)`
/** Such a line makes a complete by a return: nothing that came before has to be found for it. (`?` is estimated to hold of few lines, `->> is null` as well: that plan would sort all of them.) */
export const IS_FIRST = sql`(${IS_GAIN}) and (e.detail ? 'request') is not true`

/** When the complete was made that a line of the ledger `x` adjusts: what its reconciliation remembers. Null: it is no reconciliation's. */
const adjustedCompleteOf = (accountId: number, alias: 'e' | 'p') => sql`(
  select w.completed_at from reconciliation_row w
  where ${sql.ref(`${alias}.detail`)}->>'request' is not null and w.account_id = ${accountId} and w.rdud = ${sql.ref(`${alias}.rdud`)} and w.is_applied
    and w.reconciliation_id = (${sql.ref(`${alias}.detail`)}->>'request')::int limit 1)`

/** The line of the ledger that made the complete which `e` takes back, with its prices. */
export const madeBy = (accountId: number, columns: RawBuilder<unknown> = sql`p.cpi_cents, p.sell_price_cents`) => sql`
  left join lateral (
    select ${columns} from respondent_event p
    where not (${IS_GAIN}) and p.account_id = ${accountId} and p.rdud = e.rdud and p.changed and p.to_code in (30, 51) and p.position < e.position
    order by p.position desc limit 1 offset 0
  ) p on true`

/** Cents that a line of the ledger `e` adds to what clients pay, joined with `madeBy`. */
export const SELL_CENTS = sql`(${SIGN} * coalesce(e.sell_price_cents, p.sell_price_cents, 0))::int`

/**
 * The month of a moment, as `monthOf` has it, which costs more than reading the line: most moments of the first open
 * months are placed by comparing them. A day is left out at either end, where clocks that are set back would blur the
 * border.
 */
function monthKnown(window: AccountWindow, firstOpen: Month, moment: RawBuilder<unknown>): RawBuilder<unknown> {
  const known = [firstOpen, nextMonth(firstOpen)].map(month => {
    const first = sql`${`${month}-01`}::timestamp`
    return sql`when ${moment} >= ((${first} + interval '1 day') at time zone ${window.zone}::text)
        and ${moment} < ((${first} + interval '1 month' - interval '1 day') at time zone ${window.zone}::text) then ${month}::text`
  })
  return sql`case ${sql.join(known, sql` `)} else ${monthOf(window, moment)} end`
}

/**
 * The ledger's moves of completes that no statement has yet, whatever their time (the index `respondent_event_cost`
 * has these lines alone): each respondent who became a complete, or was one no more, with the supply price and the
 * sell price. Tests cost nothing. `booked` is the month that takes it: that of the complete, or the first open one
 * where that is closed. A line is in a supplier's statement of its month, whatever others have it as well.
 * Respondents themselves are looked up only of sources with several suppliers; supplier 0 and unit 0 are none.
 * @param firstOpen the first month that is open
 * @param sources which sources `s` are read
 * @param firsts which of the lines `e` that make a complete by a return
 */
export function movements(
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  sources: RawBuilder<unknown> = sql`true`,
  firsts: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const columns = sql`
      e.position, e.at, e.rdud, e.from_code, e.to_code, (e.detail->>'reason')::int as reason, (e.detail->>'request')::int as request, ${CAUSE} as cause,
      e.source_id, o.survey_id, o.project_id, o.unit_id,
      coalesce(o.supplier_id, (select coalesce(r.supplier_id, 0) from respondent r where r.account_id = ${accountId} and r.rdud = e.rdud)) as supplier_id`
  const unbooked = sql`e.account_id = ${accountId} and ${MOVES}
      and not exists (select from statement_line l where l.account_id = ${accountId} and l.scope = 'supplier' and l.position = e.position)`
  // each part ends with offset 0: what it says of a line is worked out once, not each time that it is named
  return sql`(
  with place as materialized (
    -- whose all respondents of a source are; null: several suppliers have some
    select s.source_id, s.survey_id, s.project_id, coalesce(u.business_unit_id, 0) as unit_id, t.supplier_id
    from source s join project u on u.account_id = ${accountId} and u.project_id = s.project_id
    left join lateral (
      select min(t.supplier_id) as supplier_id from supplier_rollup t where t.account_id = ${accountId} and t.source_id = s.source_id having count(*) = 1
    ) t on true
    where s.account_id = ${accountId} and ${sources}
  )
  select m.*, greatest(m.origin, ${firstOpen}::text) as booked,
    case when m.is_first and m.origin >= ${firstOpen}::text then 'complete' else 'adjustment' end as kind
  from (
    (
      select ${columns}, coalesce(e.cpi_cents, 0) as amount_cents, coalesce(e.sell_price_cents, 0) as sell_cents, true as is_first,
        ${monthKnown(window, firstOpen, sql`e.at`)} as origin
      from respondent_event e join place o on o.source_id = e.source_id
      where ${unbooked} and ${IS_FIRST} and ${firsts} offset 0
    ) union all (
      select ${columns}, (${SIGN} * coalesce(e.cpi_cents, p.cpi_cents, 0))::int as amount_cents, ${SELL_CENTS} as sell_cents, false as is_first,
        ${monthOf(window, sql`coalesce(${adjustedCompleteOf(accountId, 'e')}, case when not (${IS_GAIN}) then p.completed_at end, e.at)`)} as origin
      from respondent_event e join place o on o.source_id = e.source_id
      ${madeBy(accountId, sql`p.cpi_cents, p.sell_price_cents, coalesce(${adjustedCompleteOf(accountId, 'p')}, p.at) as completed_at`)}
      where ${unbooked} and not (${IS_FIRST}) offset 0
    )
  ) m
)`
}

/** The order of a statement's lines: completes, then adjustments, each by the month of the complete. */
export const LINE_ORDER = sql`m.kind = 'adjustment', m.origin, m.at, m.position`
