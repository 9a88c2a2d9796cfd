import type { SourceRow } from '@desk/schema/figures/figures'
import { cellText } from '@desk/web/ui/table/column'
import { FLASH_MS } from '@desk/web/ui/table/flash'
import { AllCommunityModule, createGrid, ModuleRegistry, type ColDef, type GridOptions } from 'ag-grid-community'
import { FIGURES, NAME_WIDTH_PX, ROW_HEIGHT_PX, TABLE_HEIGHT_PX } from './feed.ts'
import { measure } from './measured-page.ts'

ModuleRegistry.registerModules([AllCommunityModule])

/**
 * As its documentation says for data that changes often: row ids, transactions, nothing animated. As ours does, it leaves rows in
 * their places and marks cells that changed.
 */
const OPTIONS: GridOptions<SourceRow> = {
  getRowId: ({ data }) => String(data.stmid),
  rowHeight: ROW_HEIGHT_PX,
  headerHeight: ROW_HEIGHT_PX,
  animateRows: false,
  suppressModelUpdateAfterUpdateTransaction: true,
  cellFlashDuration: FLASH_MS,
  cellFadeDuration: 0,
  columnDefs: [
    {
      colId: 'name',
      headerName: 'Source',
      width: NAME_WIDTH_PX,
      pinned: 'left',
      valueGetter: ({ data }) => data?.name,
    },
    ...FIGURES.map((column): ColDef<SourceRow> => ({
      colId: column.id,
      headerName: column.header,
      width: column.width ?? 80,
      enableCellChangeFlash: true,
      sortingOrder: ['desc', 'asc', null],
      valueGetter: ({ data }) => (data ? column.value(data) : null),
      valueFormatter: ({ value }: { value: number | null }) => cellText(column, value),
    })),
  ],
}

measure(rows => {
  const place = document.body.appendChild(document.createElement('div'))
  place.style.height = `${TABLE_HEIGHT_PX}px`
  const grid = createGrid(place, { ...OPTIONS, rowData: rows })
  return {
    apply: batch =>
      void grid.applyTransaction({
        update: batch.flatMap(({ id, cells }) => {
          const row = grid.getRowNode(id)?.data
          return row === undefined ? [] : [{ ...row, ...cells }]
        }),
      }),
    textsOf: id =>
      ['name', ...FIGURES.map(column => column.id)].map(
        column => document.querySelector(`[row-id="${id}"] [col-id="${column}"]`)?.textContent ?? null,
      ),
  }
})
