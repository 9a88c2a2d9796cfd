import type { Statement, StatementSummary } from '@desk/schema/statements/statement'

/** The name of a month: October 2026. */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )

/** Whose a statement is. */
export const supplierText = ({ name }: Pick<StatementSummary, 'name'>): string =>
  name === '' ? 'Without a supplier' : name

/** Where a statement stands. */
export const statementPath = (month: string, supplier: number | null): string =>
  `#/statements/${month}${supplier === null ? '' : `?supplier=${supplier}`}`

/** What a file of a statement is called. */
export const fileName = (month: string, supplier: number | null): string =>
  `statement-${month}-${supplier ?? 'without-supplier'}.csv`

/** What the file of a supplier's outcomes is called. */
export const outcomesFileName = (month: string, supplier: number): string =>
  `outcomes-${month}-supplier-${supplier}.csv`

/** An amount with its sign: what is taken back is below zero. */
export const amountText = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

/** A number of things: 1 complete, 2 completes. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** What its lines are of. */
export const kindText = ({ kind, origin }: Pick<Statement['parts'][number], 'kind' | 'origin'>): string =>
  kind === 'complete' ? 'Completes' : `Adjustment of ${monthText(origin)}`
