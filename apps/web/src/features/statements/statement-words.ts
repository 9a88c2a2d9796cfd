import type { StatementSummary } from '@desk/schema/statements/statement'

/** The name of a month: October 2026. */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )

/** Of whom a statement is. */
export const supplierText = ({ name }: Pick<StatementSummary, 'name'>): string =>
  name === '' ? 'Without a supplier' : name

/** Where a statement stands. */
export const statementPath = (month: string, supplier: number | null): string =>
  `#/statements/${month}${supplier === null ? '' : `?supplier=${supplier}`}`

/** What a file of a statement is called. */
export const fileName = (month: string, supplier: number | null): string =>
  `statement-${month}-${supplier ?? 'without-supplier'}.csv`
