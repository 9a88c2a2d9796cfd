import type { ReportLine } from '@desk/schema/reports/report-columns'
import { sql, type RawBuilder } from 'kysely'
import { readByCursor } from '#kernel/db/read-by-cursor'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** The lines of a report in their order. */
export interface LineSource {
  /** A page of them. */
  page(tx: Tx, page: Page): Promise<readonly ReportLine[]>
  /** All of them, so many at a time that memory does not grow with their number. */
  all(tx: Tx): AsyncGenerator<readonly ReportLine[], void, undefined>
}

/** Lines from the rows of a query. */
export function linesFrom<Row>(query: RawBuilder<Row>, lineOf: (row: Row) => ReportLine): LineSource {
  return {
    async page(tx, { limit, offset }) {
      const { rows } = await sql<Row>`${query} limit ${limit} offset ${offset}`.execute(tx)
      return rows.map(lineOf)
    },
    async *all(tx) {
      for await (const rows of readByCursor(tx, query)) yield rows.map(lineOf)
    },
  }
}
