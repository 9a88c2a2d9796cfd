import type { SellLine, SellScope } from '@desk/schema/statements/sell-line'
import type { LineKind } from '@desk/schema/statements/statement-line'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import type { AccountWindow } from '../reconciliation/requests.store.ts'
import type { Month } from './months.ts'
import { LINE_ORDER, madeBy, movements, MOVES, SELL_CENTS } from './movements-sql.ts'
import { pagesOfCursor, type Movement, type OpenStatement } from './movements.store.ts'
import { scopeSql } from './scopes.ts'
import type { Part } from './sums.ts'

/** What the lines of a statement of the sell side are summed by. */
export interface SurveyNamed {
  readonly pm_sy_ud: number
  readonly survey_name: string
  readonly pm_proj_ud: number
  readonly project_name: string
}
export type SellMovement = Movement<SellLine, SurveyNamed>

interface SellRow {
  readonly position: string
  readonly scopeId: number
  readonly scopeName: string
  readonly kind: LineKind
  readonly origin: Month
  readonly at: Date
  readonly projectId: number
  readonly projectName: string
  readonly surveyId: number
  readonly surveyName: string
  readonly hex: string
  readonly fromCode: number | null
  readonly toCode: number
  readonly reason: number | null
  readonly sellCents: number
}

const COLUMNS = sql`
  m.position::text as position, m.kind, m.origin, m.at, m.project_id as "projectId", p.name as "projectName", y.survey_id as "surveyId", y.name as "surveyName",
  replace(m.rdud::text, '-', '') as hex, m.from_code as "fromCode", m.to_code as "toCode", m.reason, m.sell_cents as "sellCents"`

const names = (accountId: number) => sql`
  join source s on s.account_id = ${accountId} and s.source_id = m.source_id
  join survey y on y.account_id = ${accountId} and y.survey_id = s.survey_id
  join project p on p.account_id = ${accountId} and p.project_id = m.project_id`

const lineOf = (accountId: number, row: Omit<SellRow, 'scopeId' | 'scopeName'>): Omit<SellLine, 'line'> => ({
  amount_cents: row.sellCents,
  at: row.at.toISOString(),
  from: row.fromCode,
  kind: row.kind,
  origin: row.origin,
  project: row.projectId,
  project_name: row.projectName,
  rdud: formatRdud(accountId, row.hex),
  reason: row.reason,
  survey: row.surveyId,
  survey_name: row.surveyName,
  to: row.toCode,
})

/** What suppliers' statements of a month have, as movements: with the sell price that the ledger has. */
const booked = (accountId: number, month: Month): RawBuilder<unknown> => sql`(
  select e.position, e.at, e.rdud, e.from_code, e.to_code, (e.detail->>'reason')::int as reason, e.source_id, (l.content::jsonb->>'project')::int as project_id,
    l.content::jsonb->>'kind' as kind, l.content::jsonb->>'origin' as origin, ${SELL_CENTS} as sell_cents
  from statement_line l
  join respondent_event e on e.account_id = ${accountId} and e.position = l.position and ${MOVES}
  ${madeBy(accountId)}
  where l.account_id = ${accountId} and l.scope = 'supplier' and l.month = ${month}
)`

/** What the suppliers' statements of a closed month have, project by project or unit by unit: the lines of both sides are the same, whatever the ledger has taken since. */
export async function* eachSellMovement(
  tx: Tx,
  accountId: number,
  month: Month,
  scope: SellScope,
): AsyncGenerator<readonly SellMovement[]> {
  const { id, table, tableId } = scopeSql(accountId, scope)
  await sql`
    declare movements no scroll cursor for
    select ${COLUMNS}, m.scope_id as "scopeId", coalesce(k.name, '') as "scopeName"
    from (select m.*, ${id} as scope_id from ${booked(accountId, month)} m) m ${names(accountId)}
    left join ${table} k on k.account_id = ${accountId} and k.${tableId} = m.scope_id
    order by m.scope_id, ${LINE_ORDER}`.execute(tx)
  for await (const rows of pagesOfCursor<SellRow>(tx))
    yield rows.map(row => ({
      position: row.position,
      scopeId: row.scopeId,
      scopeName: row.scopeName,
      named: {
        pm_sy_ud: row.surveyId,
        survey_name: row.surveyName,
        pm_proj_ud: row.projectId,
        project_name: row.projectName,
      },
      line: lineOf(accountId, row),
    }))
}

/** An open statement of the sell side as it stands now: its parts, and a page of its lines. */
export async function readOpenSell(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  firstOpen: Month,
  of: { readonly month: Month; readonly scope: SellScope; readonly scopeId: number },
  { limit, offset }: Page,
  partsMax: number,
): Promise<OpenStatement<SellLine, SurveyNamed>> {
  const { id } = scopeSql(accountId, of.scope)
  const chosen = sql`m.booked = ${of.month} and ${id} = ${of.scopeId}`
  const found = movements(accountId, window, firstOpen)
  const { rows: parts } = await sql<Part<SurveyNamed>>`
    select n.*, y.name as survey_name, p.name as project_name from (
      select s.survey_id as pm_sy_ud, m.project_id as pm_proj_ud, m.kind, m.origin, count(*)::int as lines, m.sell_cents as price_cents, sum(m.sell_cents)::float8 as amount_cents
      from ${found} m join source s on s.account_id = ${accountId} and s.source_id = m.source_id
      where ${chosen} group by s.survey_id, m.project_id, m.kind, m.origin, m.sell_cents
    ) n
    join survey y on y.account_id = ${accountId} and y.survey_id = n.pm_sy_ud join project p on p.account_id = ${accountId} and p.project_id = n.pm_proj_ud
    order by n.kind = 'adjustment', n.origin, n.pm_proj_ud, n.pm_sy_ud, n.price_cents limit ${partsMax}`.execute(tx)
  const { rows: page } = await sql<SellRow>`
    select ${COLUMNS} from ${found} m ${names(accountId)} where ${chosen} order by ${LINE_ORDER} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return { parts, lines: page.map((row, at) => ({ ...lineOf(accountId, row), line: offset + at + 1 })) }
}
