import type { SellLine, SellScope } from '@desk/schema/statements/sell-line'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { LINE_ORDER, madeBy, movements, MOVES, SELL_CENTS } from './movements-sql.ts'
import { pagesOfCursor, SOLD_COLUMNS, soldNames, type OpenStatement, type SoldRow } from './movements.store.ts'
import { SCOPE_SQL } from './scopes.ts'
import type { Part } from './sums.ts'

/** The key of the sums of a sell-side statement's lines. */
export interface SurveyNamed {
  readonly pm_sy_ud: number
  readonly survey_name: string
  readonly pm_proj_ud: number
  readonly project_name: string
}

/** The line of a statement of the sell side. @param no its number, from 1 */
export const sellLine = (accountId: number, row: SoldRow, no: number): SellLine => ({
  amount_cents: row.sellCents,
  at: row.at.toISOString(),
  from: row.fromCode,
  kind: row.kind,
  line: no,
  origin: row.origin,
  project: row.projectId,
  project_name: row.projectName,
  rdud: formatRdud(accountId, row.hex),
  reason: row.reason,
  survey: row.surveyId,
  survey_name: row.surveyName,
  to: row.toCode,
})

/** The movements in suppliers' statements of a month: with the sell price that the ledger has. */
const booked = (accountId: number, month: Month): RawBuilder<unknown> => sql`(
  select e.position, e.at, e.rdud, e.from_code, e.to_code, (e.detail->>'reason')::int as reason, e.source_id, j.project as project_id, j.kind, j.origin, ${SELL_CENTS} as sell_cents
  from statement_line l
  -- read once a line, not each time that something of it is named
  cross join lateral (select j.* from json_to_record(l.content::json) as j (kind text, origin text, project int) offset 0) j
  join respondent_event e on e.account_id = ${accountId} and e.position = l.position and ${MOVES}
  ${madeBy(accountId)}
  where l.account_id = ${accountId} and l.scope = 'supplier' and l.month = ${month}
)`

/**
 * The lines of the suppliers' statements of a closed month, in their order: both sides have the same lines, whatever
 * the ledger has taken since.
 */
export async function* eachSold(tx: Tx, accountId: number, month: Month): AsyncGenerator<readonly SoldRow[]> {
  await sql`
    declare movements no scroll cursor for
    select ${SOLD_COLUMNS} from ${booked(accountId, month)} m ${soldNames(accountId)} order by ${LINE_ORDER}`.execute(
    tx,
  )
  yield* pagesOfCursor<SoldRow>(tx)
}

/** An open statement of the sell side in its present state: its parts, and a page of its lines. */
export async function readOpenSell(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  of: { readonly month: Month; readonly scope: SellScope; readonly scopeId: number },
  { limit, offset }: Page,
  partsMax: number,
): Promise<OpenStatement<SellLine, SurveyNamed>> {
  const { id } = SCOPE_SQL[of.scope]
  const chosen = sql`m.booked = ${of.month} and ${id} = ${of.scopeId}`
  const found = movements(accountId, window, firstOpen)
  const { rows: parts } = await sql<Part<SurveyNamed>>`
    select n.*, y.name as survey_name, p.name as project_name from (
      select m.survey_id as pm_sy_ud, m.project_id as pm_proj_ud, m.kind, m.origin, count(*)::int as lines, m.sell_cents as price_cents, sum(m.sell_cents)::float8 as amount_cents
      from ${found} m where ${chosen} group by m.survey_id, m.project_id, m.kind, m.origin, m.sell_cents
    ) n
    join survey y on y.account_id = ${accountId} and y.survey_id = n.pm_sy_ud join project p on p.account_id = ${accountId} and p.project_id = n.pm_proj_ud
    order by n.kind = 'adjustment', n.origin, n.pm_proj_ud, n.pm_sy_ud, n.price_cents limit ${partsMax}`.execute(tx)
  const { rows: page } = await sql<SoldRow>`
    select ${SOLD_COLUMNS} from (select m.* from ${found} m where ${chosen} order by ${LINE_ORDER} limit ${limit} offset ${offset}) m ${soldNames(accountId)} order by ${LINE_ORDER}`.execute(
    tx,
  )
  return { parts, lines: page.map((row, at) => sellLine(accountId, row, offset + at + 1)) }
}
