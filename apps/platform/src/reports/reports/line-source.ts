import type { ReportLine } from '@desk/schema/reports/report-columns'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** The lines of a report in their order. */
export interface LineSource {
  /** A page of them. */
  page(tx: Tx, page: Page): Promise<readonly ReportLine[]>
  /** All of them, so many at a time that memory does not grow with their number. */
  all(tx: Tx): AsyncGenerator<readonly ReportLine[], void, undefined>
}

const FETCHED_ROWS = 2_000

/** Lines from the rows of a query. */
export function linesFrom<Row>(query: RawBuilder<Row>, lineOf: (row: Row) => ReportLine): LineSource {
  return {
    async page(tx, { limit, offset }) {
      const { rows } = await sql<Row>`${query} limit ${limit} offset ${offset}`.execute(tx)
      return rows.map(lineOf)
    },
    async *all(tx) {
      // on the connection itself: a statement that is prepared knows the columns of one cursor alone
      const { sql: text, parameters } = sql`declare report_line no scroll cursor for ${query}`.compile(tx)
      await tx.client.query(text, [...parameters])
      for (;;) {
        const { rows } = await tx.client.query(`fetch ${FETCHED_ROWS} from report_line`)
        if (rows.length > 0) yield (rows as Row[]).map(lineOf) // of the query above
        if (rows.length < FETCHED_ROWS) break
      }
      await tx.client.query('close report_line')
    },
  }
}
