import { isFigure, type DataColumn } from './column.ts'

/** The heights of a card in px, whatever the density: its two lines, and the line between of one with a context. */
const TWO_LINES_PX = 96
const CONTEXT_PX = 24

/** The columns that make a row's card, for narrow windows (day.md §5). */
export interface CardColumns {
  /** Its first line: the name leads, the status ends it. */
  readonly head: readonly string[]
  /** The places around it, small, beneath the name. */
  readonly context?: readonly string[]
  /** Beneath, with their heads as labels; the bar of one with a target spans the card. */
  readonly figures: readonly string[]
}

export const cardHeightPx = ({ context }: CardColumns): number =>
  TWO_LINES_PX + (context === undefined ? 0 : CONTEXT_PX)

/** The columns of a card in the order of its cells. Ids that this viewer does not have are passed over. */
export function columnsOfCard<Row extends object>(
  columns: readonly DataColumn<Row>[],
  { head, context = [], figures }: CardColumns,
): DataColumn<Row>[] {
  const byId = new Map(columns.map(({ rowBox: _rowBox, ...column }): [string, DataColumn<Row>] => [column.id, column]))
  const rowBox = columns.find(column => column.rowBox !== undefined)?.rowBox
  const at = (ids: readonly string[], cardSlot: DataColumn<Row>['cardSlot']) =>
    ids.flatMap(id => {
      const column = byId.get(id)
      return column === undefined || cardSlot === undefined ? [] : [{ ...column, cardSlot }]
    })
  const cells = [...at(head, 'head'), ...at(context, 'context'), ...at(figures, 'figure')]
  return rowBox === undefined ? cells : cells.map((cell, index) => (index === 0 ? { ...cell, rowBox } : cell))
}

/** The label of a figure on its card; a picture has none. */
export const cardLabel = <Row extends object>({ cardSlot, kind, header }: DataColumn<Row>): string | undefined =>
  cardSlot === 'figure' && isFigure(kind) ? header : undefined
