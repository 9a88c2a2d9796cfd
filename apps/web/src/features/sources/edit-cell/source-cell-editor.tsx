import type { SourceRow } from '@desk/schema/figures/figures'
import { may } from '@desk/schema/permissions/permissions'
import { useUser } from '#runtime/hooks/use-session.ts'
import { CellEditor } from '#kit/edit-cell/cell-editor.tsx'
import type { CellRules } from '#kit/edit-cell/cell-rules.ts'
import type { OpenCell } from '#kit/edit-cell/use-cell-editor.tsx'
import { forgetSources } from '../after-save.ts'
import { judgeCell, readBasis, saidOf, typedOf, whatIfOf, type CellBasis, type CellOrder } from './cell-edits.ts'
import { FIELD_OF_COLUMN, type CellField } from './cell-fields.ts'
import { sendCell } from './send-cell.ts'

const INPUTS: Readonly<Record<CellField, Pick<CellRules<CellBasis, CellOrder>, 'label' | 'input'>>> = {
  name: { label: 'Source Name', input: 'text' },
  target: { label: 'Target (N)', input: 'numeric' },
  price: { label: 'Supply Price', input: 'decimal' },
  end: { label: 'Out of field date', input: 'moment' },
}

export interface SourceCellEditorProps extends Omit<OpenCell<SourceRow>, 'row'> {
  readonly row: Pick<SourceRow, 'stmid' | 'name' | 'pm_sy_ud'>
}

/** Edits one cell of a table of sources. */
export default function SourceCellEditor({ row, columnId, element, initial, onClose }: SourceCellEditorProps) {
  const me = useUser()
  const seesSupplyPrice = me !== null && may(me, 'see the supply side')
  const field = FIELD_OF_COLUMN[columnId]
  if (field === undefined) return null
  const rules: CellRules<CellBasis, CellOrder> = {
    noun: 'source',
    id: row.stmid,
    name: row.name,
    field,
    ...INPUTS[field],
    read: (api, zones, signal) => readBasis(api, { field, id: row.stmid, zones, seesSupplyPrice }, signal),
    typedOf,
    saidOf,
    judge: judgeCell,
    whatIf: order => whatIfOf(field, order),
    send: (desk, basis, order, _takesOffer, after) => sendCell(desk, basis, order, after),
    forget: desk => forgetSources(desk, row.pm_sy_ud),
  }
  return <CellEditor rules={rules} element={element} initial={initial} onClose={onClose} />
}
