import type { StatementPart } from '@desk/schema/statements/statement'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { binaryArray } from '#ledger/batches/row-set'
import type { Month } from './months.ts'
import type { Sums } from './sums.ts'

/** A closed statement. */
export interface StoredStatement extends Sums {
  readonly month: Month
  /** 0: respondents without a supplier. */
  readonly supplierId: number
  readonly name: string
  readonly start: string
  readonly head: string
  readonly seal: string
  readonly signature: string
  readonly publicKey: string
  readonly closedAt: Date
}

const select = (accountId: number, rest: RawBuilder<unknown>) => sql<StoredStatement>`
  select t.month, t.supplier_id as "supplierId", t.supplier_name as name, t.lines, t.completes, t.complete_cents::float8 as complete_cents, t.adjustments,
    t.adjustment_cents::float8 as adjustment_cents, t.total_cents::float8 as total_cents, encode(t.start_hash, 'hex') as start, encode(t.head, 'hex') as head, t.seal,
    encode(t.signature, 'hex') as signature, encode(t.public_key, 'hex') as "publicKey", p.closed_at as "closedAt"
  from statement t join statement_period p on p.account_id = t.account_id and p.month = t.month
  where t.account_id = ${accountId} and ${rest}`

/** The statements of closed months. */
export async function listStatements(
  tx: Tx,
  accountId: number,
  from: Month,
  to: Month,
): Promise<readonly StoredStatement[]> {
  const { rows } = await select(accountId, sql`t.month between ${from} and ${to}`).execute(tx)
  return rows
}

/** One supplier's statements of closed months, newest first. */
export async function listStatementsOf(
  tx: Tx,
  accountId: number,
  supplierId: number,
  limit: number,
): Promise<readonly StoredStatement[]> {
  const { rows } = await select(
    accountId,
    sql`t.supplier_id = ${supplierId} order by t.month desc limit ${limit}`,
  ).execute(tx)
  return rows
}

export async function findStatement(
  tx: Tx,
  accountId: number,
  month: Month,
  supplierId: number,
): Promise<StoredStatement | undefined> {
  const { rows } = await select(accountId, sql`t.month = ${month} and t.supplier_id = ${supplierId}`).execute(tx)
  return rows[0]
}

export async function listParts(
  tx: Tx,
  accountId: number,
  month: Month,
  supplierId: number,
): Promise<readonly StatementPart[]> {
  const { rows } = await sql<{ parts: readonly StatementPart[] }>`
    select parts from statement where account_id = ${accountId} and month = ${month} and supplier_id = ${supplierId}`.execute(
    tx,
  )
  return rows[0]?.parts ?? []
}

/** A stored line: the canonical JSON that was hashed. */
export interface StoredLine {
  readonly line: number
  readonly content: string
  readonly hash: string
}

/** The lines of a statement after a number. */
export async function listLines(
  tx: Tx,
  accountId: number,
  month: Month,
  supplierId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select line, content, encode(hash, 'hex') as hash from statement_line
    where account_id = ${accountId} and month = ${month} and supplier_id = ${supplierId} and line > ${after} order by line limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** A line before it is stored. */
export interface NewLine {
  readonly line: number
  readonly position: string
  readonly content: string
  readonly hash: Buffer
}

export async function insertLines(
  tx: Tx,
  accountId: number,
  month: Month,
  supplierId: number,
  lines: readonly NewLine[],
): Promise<void> {
  await tx.client.query({
    name: 'statement_lines',
    text: `insert into statement_line (account_id, month, supplier_id, line, position, content, hash)
      select $1, $2, $3, l.line, l.position::bigint, l.content, decode(l.hash, 'hex') from unnest($4::int[], $5::text[], $6::text[], $7::text[]) as l (line, position, content, hash)`,
    values: [
      accountId,
      month,
      supplierId,
      binaryArray(
        'int',
        lines.map(({ line }) => line),
      ),
      binaryArray(
        'text',
        lines.map(({ position }) => position),
      ),
      binaryArray(
        'text',
        lines.map(({ content }) => content),
      ),
      binaryArray(
        'text',
        lines.map(({ hash }) => hash.toString('hex')),
      ),
    ],
  })
}

/** A statement before it is stored. */
export interface NewStatement extends Sums {
  readonly month: Month
  readonly supplierId: number
  readonly supplierName: string
  readonly start: Buffer
  readonly head: Buffer
  readonly seal: string
  readonly signature: Buffer
  readonly publicKey: Buffer
  readonly parts: readonly StatementPart[]
}

export async function insertStatement(tx: Tx, accountId: number, statement: NewStatement): Promise<void> {
  const { month, supplierId, supplierName, start, head, seal, signature, publicKey, parts, ...sums } = statement
  await sql`
    insert into statement (account_id, month, supplier_id, supplier_name, lines, completes, complete_cents, adjustments, adjustment_cents, total_cents, start_hash, head, seal,
      signature, public_key, parts)
    values (${accountId}, ${month}, ${supplierId}, ${supplierName}, ${sums.lines}, ${sums.completes}, ${sums.complete_cents}, ${sums.adjustments}, ${sums.adjustment_cents},
      ${sums.total_cents}, ${start}, ${head}, ${seal}, ${signature}, ${publicKey}, ${JSON.stringify(parts)})`.execute(
    tx,
  )
}
