import type { Opening } from '@desk/schema/statements/statement-line'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { RowSet } from '#ledger/batches/row-set'
import type { LineIdentity } from './line-identities.store.ts'
import type { Month } from './months.ts'
import type { StatementScope } from './scopes.ts'
import type { Part, PricedSums, Sums } from './sums.ts'

/** Which statement: whose, and of which month. */
export interface StatementOf {
  readonly scope: StatementScope
  readonly month: Month
  /** 0: respondents without a supplier, projects without a business unit. */
  readonly scopeId: number
}

/** A list's fields of a closed statement. */
export interface ListedStatement extends PricedSums, StatementOf {
  readonly name: string
  readonly head: string
}

/** A closed statement. */
export interface StoredStatement extends ListedStatement {
  readonly start: string
  readonly seal: string
  readonly signature: string
  readonly publicKey: string
  readonly closedAt: Date
}

const LISTED = sql`
  t.scope, t.month, t.scope_id as "scopeId", t.scope_name as name, t.lines, t.completes, t.complete_cents::float8 as complete_cents, t.adjustments,
  t.adjustment_cents::float8 as adjustment_cents, t.total_cents::float8 as total_cents, t.priced_completes, t.priced_adjustments, encode(t.head, 'hex') as head`

/** Which statements of a scope are listed. */
export interface StatementFilter {
  readonly scope: StatementScope
  /** A part of the name, or the id; '': all. */
  readonly search: string
}

const matches = (search: string): RawBuilder<unknown> =>
  search === ''
    ? sql`true`
    : sql`(position(lower(${search}) in lower(t.scope_name)) > 0 or t.scope_id::text = ${search})`

/** The statements of closed months, of each month the first ones by name. */
export async function listStatements(
  tx: Tx,
  accountId: number,
  from: Month,
  to: Month,
  { scope, search }: StatementFilter,
  ofMonthMax: number,
): Promise<readonly ListedStatement[]> {
  const { rows } = await sql<ListedStatement>`
    select ${LISTED} from (
      select t.*, row_number() over (partition by t.month order by lower(t.scope_name), t.scope_id) as place from statement t
      where t.account_id = ${accountId} and t.scope = ${scope} and t.month between ${from} and ${to} and ${matches(search)}
    ) t where t.place <= ${ofMonthMax}`.execute(tx)
  return rows
}

/** The sums of a month's statements. */
export interface MonthSums extends PricedSums {
  readonly month: Month
  readonly count: number
  /** Of these, how many the search finds. */
  readonly matching: number
}

/** The sums of each closed month's statements, whatever is searched. */
export async function sumStatements(
  tx: Tx,
  accountId: number,
  from: Month,
  to: Month,
  { scope, search }: StatementFilter,
): Promise<readonly MonthSums[]> {
  const { rows } = await sql<MonthSums>`
    select t.month, count(*)::int as count, count(*) filter (where ${matches(search)})::int as matching, sum(t.lines)::int as lines, sum(t.completes)::int as completes,
      sum(t.complete_cents)::float8 as complete_cents, sum(t.adjustments)::int as adjustments, sum(t.adjustment_cents)::float8 as adjustment_cents,
      sum(t.total_cents)::float8 as total_cents, sum(t.priced_completes)::int as priced_completes, sum(t.priced_adjustments)::int as priced_adjustments
    from statement t where t.account_id = ${accountId} and t.scope = ${scope} and t.month between ${from} and ${to} group by t.month`.execute(
    tx,
  )
  return rows
}

/** One supplier's statements of closed months, newest first. */
export async function listStatementsOf(
  tx: Tx,
  accountId: number,
  supplierId: number,
  limit: number,
): Promise<readonly ListedStatement[]> {
  const { rows } = await sql<ListedStatement>`
    select ${LISTED} from statement t
    where t.account_id = ${accountId} and t.scope = 'supplier' and t.scope_id = ${supplierId} order by t.month desc limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function findStatement(
  tx: Tx,
  accountId: number,
  { scope, month, scopeId }: StatementOf,
): Promise<StoredStatement | undefined> {
  const { rows } = await sql<StoredStatement>`
    select ${LISTED}, encode(t.start_hash, 'hex') as start, t.seal, encode(t.signature, 'hex') as signature, encode(t.public_key, 'hex') as "publicKey", p.closed_at as "closedAt"
    from statement t join statement_period p on p.account_id = t.account_id and p.month = t.month
    where t.account_id = ${accountId} and t.scope = ${scope} and t.month = ${month} and t.scope_id = ${scopeId}`.execute(
    tx,
  )
  return rows[0]
}

/** The parts of a closed statement. @typeParam Named what those of its scope are named by */
export async function listParts<Named>(
  tx: Tx,
  accountId: number,
  { scope, month, scopeId }: StatementOf,
): Promise<readonly Part<Named>[]> {
  const { rows } = await sql<{ parts: readonly Part<Named>[] }>`
    select parts from statement where account_id = ${accountId} and scope = ${scope} and month = ${month} and scope_id = ${scopeId}`.execute(
    tx,
  )
  return rows[0]?.parts ?? []
}

/** A stored line: the canonical JSON that was hashed, and the values that open its commitment. */
export interface StoredLine {
  readonly line: number
  readonly content: string
  readonly hash: string
  /** Null: the line commits to nothing, or its respondent is erased. */
  readonly opening: Opening | null
}

/** The lines of a statement after a number. */
export async function listLines(
  tx: Tx,
  accountId: number,
  { scope, month, scopeId }: StatementOf,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly StoredLine[]> {
  const { rows: lines } = await sql<Omit<StoredLine, 'opening'>>`
    select line, content, encode(hash, 'hex') as hash from statement_line
    where account_id = ${accountId} and scope = ${scope} and month = ${month} and scope_id = ${scopeId} and line > ${after} order by line limit ${limit}`.execute(
    tx,
  )
  const last = lines.at(-1)
  if (scope !== 'supplier' || last === undefined) return lines.map(line => ({ ...line, opening: null }))
  // a join's plan, made before the month's lines are analysed, reads all of them for each line
  const { rows: openings } = await sql<{ line: number } & Opening>`
    select line, rid, encode(salt, 'hex') as salt from statement_identity
    where account_id = ${accountId} and month = ${month} and scope_id = ${scopeId} and line > ${after} and line <= ${last.line}`.execute(
    tx,
  )
  const openingOf = new Map(openings.map(({ line, rid, salt }) => [line, { rid, salt }]))
  return lines.map(line => ({ ...line, opening: openingOf.get(line.line) ?? null }))
}

/** A line before it is stored. */
export interface NewLine {
  /** Whose statement has it. */
  readonly scopeId: number
  readonly line: number
  readonly position: string
  readonly content: string
  /** In hex. */
  readonly hash: string
  /** Null: the line has none, or its respondent is erased. */
  readonly identity: LineIdentity | null
}

const NEW_LINES = new RowSet<NewLine>([
  ['scope_id', 'int', ({ scopeId }) => scopeId],
  ['line', 'int', ({ line }) => line],
  ['position', 'bigint', ({ position }) => Number(position)],
  ['content', 'text', ({ content }) => content],
  ['hash', 'text', ({ hash }) => hash],
])

/** Stores lines of the statements of one scope and month. */
export async function insertLines(
  tx: Tx,
  accountId: number,
  scope: StatementScope,
  month: Month,
  lines: readonly NewLine[],
): Promise<void> {
  await tx.client.query({
    name: 'statement_lines',
    text: `insert into statement_line (account_id, scope, month, scope_id, line, position, content, hash)
      select $1, $2, $3, u.scope_id, u.line, u.position, u.content, decode(u.hash, 'hex') from ${NEW_LINES.from(4)}`,
    values: [accountId, scope, month, ...NEW_LINES.values(lines)],
  })
}

/** A statement before it is stored. */
export interface NewStatement extends Sums, StatementOf {
  readonly name: string
  readonly start: Buffer
  readonly head: Buffer
  readonly seal: string
  readonly signature: Buffer
  readonly publicKey: Buffer
  readonly parts: readonly Part<unknown>[]
}

export async function insertStatement(tx: Tx, accountId: number, statement: NewStatement): Promise<void> {
  const { scope, month, scopeId, name, start, head, seal, signature, publicKey, parts, ...sums } = statement
  await sql`
    insert into statement (account_id, scope, month, scope_id, scope_name, lines, completes, complete_cents, adjustments, adjustment_cents, total_cents, start_hash, head, seal,
      signature, public_key, parts)
    values (${accountId}, ${scope}, ${month}, ${scopeId}, ${name}, ${sums.lines}, ${sums.completes}, ${sums.complete_cents}, ${sums.adjustments}, ${sums.adjustment_cents},
      ${sums.total_cents}, ${start}, ${head}, ${seal}, ${signature}, ${publicKey}, ${JSON.stringify(parts)})`.execute(
    tx,
  )
}

/** A closed month whose suppliers have statements, and its projects have none: it was closed before there were any. */
export interface UnwrittenMonth {
  readonly accountId: number
  readonly month: Month
  readonly closedAt: Date
}

/** Such months of any account, the oldest of each first. @param only of one account and month; undefined: of all */
export async function listUnwritten(
  tx: Tx,
  limit: number,
  only?: { readonly accountId: number; readonly month: Month },
): Promise<readonly UnwrittenMonth[]> {
  const { rows } = await sql<UnwrittenMonth>`
    select p.account_id as "accountId", p.month, p.closed_at as "closedAt" from statement_period p
    where ${only === undefined ? sql`true` : sql`p.account_id = ${only.accountId} and p.month = ${only.month}`}
      and exists (select from statement t where t.account_id = p.account_id and t.month = p.month and t.scope = 'supplier')
      and not exists (select from statement t where t.account_id = p.account_id and t.month = p.month and t.scope = 'project')
    order by p.account_id, p.month limit ${limit}`.execute(tx)
  return rows
}
