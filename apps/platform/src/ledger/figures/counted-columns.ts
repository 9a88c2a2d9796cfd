import { FIGURE_COLUMN_LIST, type FigureColumnId } from '@desk/schema/columns/figure-columns'

/** The figures that the ledger counts, each with the rollup's column that holds it. */
export const COUNTED: readonly { readonly id: FigureColumnId; readonly rollup: string }[] = FIGURE_COLUMN_LIST.flatMap(
  ({ id, rollup }) => (rollup === undefined ? [] : [{ id, rollup }]),
)
