import type { ColumnPreset, FigureKind } from '@desk/schema/columns/column'
import {
  balanceText,
  countText,
  minutesText,
  NO_FIGURE,
  percentText,
  round,
  toNumber,
  UNKNOWN,
  withMinus,
  type Figure,
} from '#ui/format/figures.ts'

/** How a column shows its values. Figures are right-aligned in tabular digits. */
export type ColumnKind = 'text' | FigureKind | 'custom'

/** A note on a figure, on hover; with a tone where the figure is outside its limits. */
export interface Remark {
  readonly text: string
  readonly tone?: 'amber' | 'red'
}

export interface DataColumn<Row extends object> {
  readonly id: string
  readonly header: string
  /** The formula or meaning, on hover and focus of the head and read with it. */
  readonly headerTooltip?: string
  readonly kind: ColumnKind
  /**
   * The value for order, search, display and export. Units: `percent` a fraction, `money` whole cents, `minutes`
   * minutes. For `custom` the plain text (or number) of `render`'s content.
   */
  readonly value: (row: Row) => Figure
  /** For `custom`: the cell's content. */
  readonly render?: (row: Row) => React.ReactNode
  /** For `custom`: the fields that `render` reads; the cell renders again for these alone. Without it, for any change of its row. */
  readonly uses?: readonly (keyof Row)[]
  /** For figures: why one that is null is not known; null: it is no figure. @param of the row, or the totals by column */
  readonly unknown?: (of: object) => string | null
  /** For figures: what full is; draws a bar under the figure, capped at 100 % (§5.29). */
  readonly target?: (row: Row) => Figure
  /** For figures with a target: how much is due by now; a tick on the bar (day.md §3). Null: nothing is. */
  readonly due?: (row: Row) => Figure
  /** For figures with a target: how much is expected by the end; the lighter part of the bar. Null: it is not known. */
  readonly ahead?: (row: Row) => Figure
  /** For figures: the stated value, after the figure. */
  readonly stated?: (row: Row) => Figure
  /** For figures: a note on it, such as why it is outside its limits. @param of the row, or the totals by column */
  readonly remark?: (of: object) => Remark | null
  /** Whether its cells open for an edit, by F2, Enter or a double click. */
  readonly isEditable?: boolean
  readonly sortable?: boolean
  readonly align?: 'start' | 'end'
  /** Least width in px. */
  readonly width?: number
  /** Share in the room that is left over: 1, more for the first column; 0 for none. */
  readonly grow?: number
  /** ISO 4217, for `money`. */
  readonly currency?: string
  readonly presets?: readonly ColumnPreset[]
  /** Shown in every preset. */
  readonly isAlwaysShown?: boolean
  /** false: it contains only actions, so that an export leaves it out. */
  readonly isExported?: boolean
  /** Stays in sight at the right edge while the columns between scroll; give it a `width`. */
  readonly isPinnedEnd?: boolean
  /** Stands in front of the head's words: the box that chooses all rows. */
  readonly headBox?: React.ReactNode
  /** For `custom`: the box that chooses the row, before `render`'s content. The first cell of a card has it. */
  readonly rowBox?: (row: Row) => React.ReactNode
  /** Its place where rows are cards (cards.ts). */
  readonly cardSlot?: 'head' | 'context' | 'figure'
}

/** Whether the column holds figures. */
export function isFigure(kind: ColumnKind): boolean {
  return kind !== 'text' && kind !== 'custom'
}

export function alignOf<Row extends object>(column: DataColumn<Row>): 'start' | 'end' {
  return column.align ?? (isFigure(column.kind) ? 'end' : 'start')
}

/** To which edge a column sticks: the first one to the start, a pinned one to the end. */
export function stickyOf<Row extends object>(column: DataColumn<Row>, index: number): 'start' | 'end' | undefined {
  if (column.cardSlot !== undefined) return undefined
  return index === 0 ? 'start' : column.isPinnedEnd === true ? 'end' : undefined
}

/** The text of a cell of this column. @param value in the unit of the column's kind */
export function cellText(column: Pick<DataColumn<never>, 'kind' | 'currency'>, value: Figure): string {
  switch (column.kind) {
    case 'integer':
      return countText(value)
    case 'percent':
      return percentCellText(value)
    case 'money':
      return moneyCellText(value, column.currency)
    case 'minutes':
      return toNumber(value) === 0 ? '0' : minutesText(value)
    case 'text':
    case 'custom':
      return value === null || value === undefined ? '' : String(value)
  }
}

/** A ratio without a denominator (no entrants) is no figure; 0 of some is 0 %. */
function percentCellText(value: Figure): string {
  return Number.isNaN(toNumber(value)) ? NO_FIGURE : withMinus(percentText(value))
}

/** A loss keeps its sign, and nothing is $0.00. */
function moneyCellText(value: Figure, currency: string | undefined): string {
  const cents = toNumber(value)
  return Number.isFinite(cents) ? balanceText(round(cents, 0), currency) : NO_FIGURE
}

/** The content of a figure's cell in a row, or in the totals: its text, and why it is not known. */
export function shownOf(
  column: Pick<DataColumn<never>, 'kind' | 'currency' | 'unknown'>,
  value: Figure,
  of: object,
): { readonly text: string; readonly unknown: string | null } {
  const unknown = value === null || value === undefined ? (column.unknown?.(of) ?? null) : null
  return { text: unknown === null ? cellText(column, value) : UNKNOWN, unknown }
}

const LEAST_WIDTH_PX: Readonly<Record<ColumnKind, number>> = {
  text: 140,
  custom: 140,
  integer: 76,
  percent: 76,
  money: 104,
  minutes: 76,
}

/** About what a character of a head takes, and its padding with the sort arrow. */
const HEAD_CHARACTER_PX = 8.6
const HEAD_PADDING_PX = 34

/** The least width of a column in px: as asked, else enough for its kind and its head. */
export function widthOf<Row extends object>(column: DataColumn<Row>): number {
  return (
    column.width ??
    Math.max(LEAST_WIDTH_PX[column.kind], Math.ceil(column.header.length * HEAD_CHARACTER_PX + HEAD_PADDING_PX))
  )
}

/** A name takes most of the room that is left over. */
const NAME_GROWS = 8

/** The grid tracks, the same for each row, so that rows lay out independently. */
export function gridTemplate<Row extends object>(columns: readonly DataColumn<Row>[]): string {
  return columns
    .map((column, index) => {
      const grow = column.isPinnedEnd === true ? 0 : (column.grow ?? (index === 0 ? NAME_GROWS : 1))
      return grow > 0 ? `minmax(${widthOf(column)}px, ${grow}fr)` : `${widthOf(column)}px`
    })
    .join(' ')
}

/** The least width of a row in px; below it the table scrolls sideways. */
export function minimumWidth<Row extends object>(columns: readonly DataColumn<Row>[]): number {
  return columns.reduce((sum, column) => sum + widthOf(column), 0)
}
