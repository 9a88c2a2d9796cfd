import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { isCostUnknown } from '@desk/schema/columns/supply-cost'
import type { FieldFacts } from '@desk/schema/figures/field-facts'
import type { Figures } from '@desk/schema/figures/figures'
import type { StatusScope } from '@desk/schema/statuses/status'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Figure } from '#ui/format/figures.ts'
import type { ColumnKind, DataColumn } from '#ui/table/column.ts'

/** Money comes as a decimal number with at most two decimals; tables show whole cents. */
export function cents(amount: Figure): number | null {
  return typeof amount === 'number' && Number.isFinite(amount) ? Math.round(amount * 100) : null
}

/** A figure of a row in the unit of its column: money in cents, shares as fractions, minutes as they are. */
export function figureValue(kind: ColumnKind, value: Figure): Figure {
  return kind === 'money' ? cents(value) : (value ?? null)
}

/** Why a cost that is null is not known, of a row or of totals. @param text undefined: the column is no cost */
export const unknownCost = (text: string | undefined): Pick<DataColumn<never>, 'unknown'> =>
  text === undefined ? {} : { unknown: of => (isCostUnknown(of) ? text : null) }

/**
 * The figure columns that a viewer gets, in the order of the specification.
 * @param view the viewer's view type (§3.2): the external one has fewer columns
 * @param scope what the rows are: some columns mean nothing for a whole, such as the allocation of a project
 */
export function figureColumns<Row extends Figures>(view: StreamViewType, scope: StatusScope): DataColumn<Row>[] {
  return FIGURE_COLUMN_LIST.filter(
    ({ seenBy, isPartOfSurvey }) =>
      (view === 'internal' || seenBy === 'everybody') && (scope === 'source' || isPartOfSurvey !== true),
  ).map(({ id, label, formula, elsewhere = [], unknown, kind, presets, widthPx }) => ({
    id,
    header: label,
    headerTooltip: [formula, ...elsewhere].join('\n'),
    kind,
    presets,
    width: widthPx,
    value: (row: Row) => figureValue(kind, row[id]),
    ...unknownCost(unknown),
    ...(id === 'completes' ? { target: (row: Row) => row.target } : {}),
  }))
}

/** The totals row by column, from the figures that the server computed for the whole. */
export function figureTotals(figures: Partial<Figures & FieldFacts>): Readonly<Record<string, Figure>> {
  const { revenue, margin } = figures
  return {
    ...Object.fromEntries(
      FIGURE_COLUMN_LIST.filter(({ id }) => figures[id] !== undefined).map(({ id, kind }) => [
        id,
        figureValue(kind, figures[id]),
      ]),
    ),
    ...(revenue === undefined ? {} : { revenue: cents(revenue) }),
    ...(margin === undefined ? {} : { margin: cents(margin) }),
  }
}
