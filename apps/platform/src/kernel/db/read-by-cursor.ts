import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './tx.ts'

const FETCHED_ROWS = 2_000

/** Rows of a query in lots: it runs once, from the transaction's snapshot, and memory does not grow with their number. One cursor of a transaction is open at a time. */
export async function* readByCursor<Row>(
  tx: Tx,
  query: RawBuilder<Row>,
  lotRows: number = FETCHED_ROWS,
): AsyncGenerator<readonly Row[], void, undefined> {
  // on the connection itself: a statement that is prepared knows the columns of one cursor alone
  const { sql: text, parameters } = sql`declare lot no scroll cursor for ${query}`.compile(tx)
  await tx.client.query(text, [...parameters])
  for (;;) {
    const { rows } = await tx.client.query(`fetch ${lotRows} from lot`)
    if (rows.length > 0) yield rows as Row[] // of the query above
    if (rows.length < lotRows) break
  }
  await tx.client.query('close lot')
}
