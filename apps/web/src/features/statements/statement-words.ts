import type { Statement, StatementFormat } from '@desk/schema/statements/statement'
import { balanceText } from '#ui/format/figures.ts'
import { monthText } from '#ui/format/times.ts'
import { SIDES, type Side } from './sides.ts'

/** Whose a statement is. */
export const nameText = (side: Side, name: string): string => (name === '' ? SIDES[side].without : name)

/** Where a statement stands. @param id null: of those without a supplier, or without a business unit */
export const statementPath = (side: Side, month: string, id: number | null): string =>
  `#/statements/${month}${id === null && side === 'supplier' ? '' : `?${side}=${id ?? 'none'}`}`

/** Where the statements of a side stand. */
export const listPath = (side: Side): string => `#/statements${side === 'supplier' ? '' : `?of=${side}`}`

const FILE_PARTS: Readonly<Record<Side, readonly [named: string, without: string]>> = {
  supplier: ['', 'without-supplier'],
  project: ['project-', 'without-project'],
  unit: ['business-unit-', 'without-business-unit'],
}

/** The files of a statement, in the order of their buttons. Only the CSV is signed. */
export const FILES = { csv: 'Signed CSV', xlsx: 'Unsigned XLSX' } as const satisfies Record<StatementFormat, string>
/** Their formats. */
export const FORMATS = ['csv', 'xlsx'] as const satisfies readonly StatementFormat[]

/** What a file of a statement is called. */
export function fileName(side: Side, month: string, id: number | null, format: StatementFormat): string {
  const [named, without] = FILE_PARTS[side]
  return `statement-${month}-${id === null ? without : `${named}${id}`}.${format}`
}

/** What the file of a supplier's outcomes is called. */
export const outcomesFileName = (month: string, supplier: number): string =>
  `outcomes-${month}-supplier-${supplier}.csv`

/** A number of things: 1 complete, 2 completes. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** What its lines are of. */
export const kindText = ({ kind, origin }: Pick<Statement['parts'][number], 'kind' | 'origin'>): string =>
  kind === 'complete' ? 'Completes' : `Adjustment of ${monthText(origin)}`

/** What the lines of a sum are, and what each costs. */
export const sumText = (
  part: Pick<Statement['parts'][number], 'kind' | 'origin' | 'price_cents'>,
  currency: string,
): string => `${kindText(part)}, ${balanceText(part.price_cents, currency)} each`
