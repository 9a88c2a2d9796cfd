import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import { openAct } from '#runtime/acts/open-act.ts'
import type { Desk } from '#runtime/desk.ts'
import { sourceEndChanges } from '#kit/bulk/source-rules.ts'
import type { AfterSend } from '#kit/edit-cell/cell-rules.ts'
import type { CellBasis, CellOrder } from './cell-edits.ts'

/** Saves an edit of a cell as an act that can be undone: the write of the form, with the versions that the editor read. */
export function sendCell(desk: Desk, { source, pricing }: CellBasis, order: CellOrder, after: AfterSend): void {
  const { onUndone, onFailed } = after
  if (order.call === 'sourceSuppliers.price') {
    const { id, payload } = order
    const was = pricing?.supplier_cpi ?? null
    openAct(desk, {
      call: 'sourceSuppliers.price',
      request: { params: { id }, payload },
      question: null,
      undo: ({ version }, headers) =>
        desk.api.call('sourceSuppliers.price', {
          params: { id },
          headers,
          payload: { ...(was === null ? {} : { supplier_cpi: was }), version },
        }),
      // a price that was not there cannot be taken away
      onDone: (_answer, undo) => after.onDone(was === null ? null : undo),
      onUndone,
      onFailed,
    })
    return
  }
  const { out_of_field_date: date, out_of_field_time_zone_code: zoneCode } = source
  openAct(desk, {
    call: 'sources.update',
    request: { payload: order.payload },
    question: null,
    undo: ({ statusid, version, status_version }, headers) =>
      desk.api.call('sources.update', {
        headers,
        payload: {
          ...sourceEndChanges(source, { date, zoneCode }),
          // its status may have changed since
          [SOURCE_ON_WIRE.statusid]: statusid,
          version,
          status_version,
        },
      }),
    onDone: (_answer, undo) => after.onDone(undo),
    onUndone,
    onFailed,
  })
}
