import { COMMITTED_COLUMNS } from '@desk/schema/statements/committed-file'
import { SELL_COLUMNS } from '@desk/schema/statements/sell-file'
import { readCsv } from '@desk/schema/statements/statement-csv'
import { verifyStatement } from '@desk/schema/statements/verify-statement'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { findWindow } from '../../reconciliation/requests.store.ts'
import type { Month } from '../months.ts'
import { sumOpen } from '../movements.store.ts'
import { nodeCrypto } from '../node-crypto.ts'
import type { StatementScope } from '../scopes.ts'
import { signedCsv } from '../signed-files.ts'
import { statementFile } from '../statement-lines-file.ts'
import { findStatement, listStatements, type StatementOf } from '../statements.store.ts'

const ALL_MAX = 1_000
const AMOUNT = {
  supplier: COMMITTED_COLUMNS.indexOf('amount_cents'),
  project: SELL_COLUMNS.indexOf('amount_cents'),
  business_unit: SELL_COLUMNS.indexOf('amount_cents'),
}

const withoutNothing = (cents: readonly (readonly [id: number, cents: number])[]): Readonly<Record<string, number>> =>
  Object.fromEntries(cents.filter(([, sum]) => sum !== 0))

/** The statements of a closed month as they are stored, and their lines. */
export function storedOf(database: DeskDatabase, accountId: number, month: Month): Promise<unknown> {
  return database.readAsAccount(accountId, async tx => [
    (
      await sql`select * from statement where account_id = ${accountId} and month = ${month} order by scope, scope_id`.execute(
        tx,
      )
    ).rows,
    (
      await sql`select * from statement_line where account_id = ${accountId} and month = ${month} order by scope, scope_id, line`.execute(
        tx,
      )
    ).rows,
  ])
}

/** The faults of a closed statement's file: it must verify, and its lines must sum to the statement's totals. */
async function faultsOfFile(
  database: DeskDatabase,
  accountId: number,
  of: StatementOf,
  says: { readonly lines: number; readonly cents: number },
): Promise<readonly unknown[]> {
  const stored = await database.readAsAccount(accountId, tx => findStatement(tx, accountId, of))
  if (stored === undefined) return [[of, 'is missing']]
  const chunks: Uint8Array[] = []
  for await (const chunk of signedCsv(statementFile(database, accountId, stored))) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const verdict = await verifyStatement(text, nodeCrypto)
  const amounts = readCsv(text)
    .slice(1, -1)
    .map(cells => Number(cells[AMOUNT[of.scope]]))
  const cents = amounts.reduce((sum, amount) => sum + amount, 0)
  const isRight = verdict?.isWhole === true && amounts.length === says.lines && cents === says.cents
  return isRight ? [] : [[of, says, { lines: amounts.length, cents }, verdict]]
}

/** The statements of a scope: their fields, their sums by id, and the faults of their files. */
export async function statementsOf(database: DeskDatabase, accountId: number, scope: StatementScope, firstOpen: Month) {
  const statements = await database.readAsAccount(accountId, async tx => {
    const window = await findWindow(tx, accountId)
    const closed = await listStatements(tx, accountId, '2000-01', '2999-12', { scope, search: '' }, ALL_MAX)
    const open = await sumOpen(tx, accountId, window, firstOpen, scope)
    return [...closed, ...open].map(({ month, scopeId, lines, total_cents: cents }) => ({
      month,
      scopeId,
      lines,
      cents,
    }))
  })
  const wrongFiles: unknown[] = []
  const byId = new Map<number, number>()
  for (const { month, scopeId, lines, cents } of statements) {
    if (month < firstOpen)
      wrongFiles.push(...(await faultsOfFile(database, accountId, { scope, month, scopeId }, { lines, cents })))
    byId.set(scopeId, (byId.get(scopeId) ?? 0) + cents)
  }
  return {
    wrongFiles,
    books: Object.fromEntries(
      statements.map(({ month, scopeId, lines, cents }) => [`${month} ${scopeId}`, { lines, cents }]),
    ),
    byId: withoutNothing([...byId]),
  }
}

/**
 * The tables' costs by supplier and revenues by project, by its own row and by those of its sources, and the total
 * revenue.
 */
export async function tablesOf(database: DeskDatabase, accountId: number) {
  const { rows: suppliers } = await database.readAsAccount(accountId, tx =>
    sql<{ id: number; cents: number }>`
      select supplier_id as id, sum(expense_cents)::float8 as cents from supplier_rollup where account_id = ${accountId} group by 1`.execute(
      tx,
    ),
  )
  const { rows: projects } = await database.readAsAccount(accountId, tx =>
    sql<{ id: number; cents: number; ofSources: number }>`
      select r.scope_id as id, r.revenue_cents::float8 as cents, coalesce((select sum(o.revenue_cents) from rollup o join source s on s.account_id = o.account_id and s.source_id = o.scope_id
        where o.account_id = ${accountId} and o.scope = 3 and s.project_id = r.scope_id), 0)::float8 as "ofSources"
      from rollup r where r.account_id = ${accountId} and r.scope = 1`.execute(tx),
  )
  return {
    supplier: withoutNothing(suppliers.map(({ id, cents }) => [id, cents])),
    project: withoutNothing(projects.map(({ id, cents }) => [id, cents])),
    ofSources: withoutNothing(projects.map(({ id, ofSources }) => [id, ofSources])),
    revenue: projects.reduce((sum, { cents }) => sum + cents, 0),
  }
}
