import type { Statement, StatementFormat } from '@desk/schema/statements/statement'
import { namesById } from '#kit/forms/named-options.ts'
import { balanceText, UNKNOWN } from '#ui/format/figures.ts'
import { monthText } from '#ui/format/times.ts'
import { SIDES, type Side } from './sides.ts'

/** Whose a statement is. */
export const nameText = (side: Side, name: string): string => (name === '' ? SIDES[side].without : name)

/** Why an amount is not known: no line has a price of nothing. */
export const PRICE_UNKNOWN = 'Not known: these lines have no price, as on an exchange without a typed CPI'

type Priced = Pick<Statement, 'completes' | 'adjustments' | 'priced_completes' | 'priced_adjustments'>
/** The sums of a statement or month that its money is said by. */
export type StatementSums = Priced & Pick<Statement, 'complete_cents' | 'adjustment_cents' | 'total_cents'>

const linesOf = ({ completes, adjustments, priced_completes, priced_adjustments }: Priced) =>
  ({
    complete_cents: [completes, priced_completes],
    adjustment_cents: [adjustments, priced_adjustments],
    total_cents: [completes + adjustments, priced_completes + priced_adjustments],
  }) as const

/** Money of a statement, or of a month; not known where it has lines, and none of them has a known price. */
export function sumsText(
  figure: 'complete_cents' | 'adjustment_cents' | 'total_cents',
  sums: StatementSums,
  currency: string,
): string {
  const [all, priced] = linesOf(sums)[figure]
  return all > 0 && priced === 0 ? UNKNOWN : balanceText(sums[figure], currency)
}

/** For how many lines the price is known; null: for all of them. */
export function pricedText(sums: Priced): string | null {
  const [all, priced] = linesOf(sums).total_cents
  return priced === all
    ? null
    : `The price is known for ${priced.toLocaleString('en-US')} of ${countText(all, 'line')}.`
}

/** Names of sources by id. */
export type SourceNames = ReturnType<typeof namesById>

/** The sources of a statement's sums; equal names get their project and id. */
export const sourceNames = (
  parts: readonly { readonly stmid: number; readonly source_name: string; readonly project_name?: string }[],
): SourceNames =>
  namesById(parts.map(({ stmid: id, source_name: name, project_name: within = null }) => ({ id, name, within })))

/** The address of a statement. @param id null: of everything without a supplier, or without a business unit */
export const statementPath = (side: Side, month: string, id: number | null): string =>
  `#/statements/${month}${id === null && side === 'supplier' ? '' : `?${side}=${id ?? 'none'}`}`

/** The address of a side's statements. */
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

/** The name of a statement's file. */
export function fileName(side: Side, month: string, id: number | null, format: StatementFormat): string {
  const [named, without] = FILE_PARTS[side]
  return `statement-${month}-${id === null ? without : `${named}${id}`}.${format}`
}

/** The name of the file of a supplier's outcomes. */
export const outcomesFileName = (month: string, supplier: number): string =>
  `outcomes-${month}-supplier-${supplier}.csv`

/** A number of things: 1 complete, 2 completes. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** The kind of its lines. */
export const kindText = ({ kind, origin }: Pick<Statement['parts'][number], 'kind' | 'origin'>): string =>
  kind === 'complete' ? 'Completes' : `Adjustment of ${monthText(origin)}`

/** The kind of a sum's lines, and the cost of each. */
export const sumText = (
  part: Pick<Statement['parts'][number], 'kind' | 'origin' | 'price_cents'>,
  currency: string,
): string => `${kindText(part)}, ${balanceText(part.price_cents, currency)} each`
