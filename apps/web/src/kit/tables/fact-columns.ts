import type { FactColumn as Fact } from '@desk/schema/columns/fact-columns'
import type { ColumnPreset } from '@desk/schema/columns/column'
import type { ColumnKind } from '#ui/table/column.ts'

/** The fact's part of a live table's column. */
interface LiveHead {
  readonly id: string
  readonly header: string
  readonly headerTooltip?: string
  readonly kind: ColumnKind
  readonly presets?: readonly ColumnPreset[]
  readonly width?: number
  readonly grow?: number
}

/** The head and place of a fact in a live table. */
export const liveHead = (id: string, { label, meaning, kind, presets, widthPx, isNarrow }: Fact): LiveHead => ({
  id,
  header: label,
  ...(meaning === undefined ? {} : { headerTooltip: meaning }),
  kind: kind ?? 'custom',
  ...(presets === undefined ? {} : { presets }),
  ...(widthPx === undefined ? {} : { width: widthPx }),
  ...(isNarrow ? { grow: 0 } : {}),
})

/** The head of a fact in a table that is read once. */
export const factHead = ({ label, meaning }: Fact): { readonly header: string; readonly meaning?: string } => ({
  header: label,
  ...(meaning === undefined ? {} : { meaning }),
})
