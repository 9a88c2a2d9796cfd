import '@desk/web/ui/base.css'
import type { SourceRow } from '@desk/schema/figures/figures'
import type { DataColumn } from '@desk/web/ui/table/column'
import { DataTable } from '@desk/web/ui/table/data-table.tsx'
import { createRowStore } from '@desk/web/ui/table/row-store'
import type { TableSort } from '@desk/web/ui/table/sort'
import { newsFor } from '@desk/web/kit/tables/live-row'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { FIGURES, NAME_WIDTH_PX, TABLE_HEIGHT_PX } from './feed.ts'
import { measure } from './measured-page.ts'

const store = createRowStore<SourceRow>({ idOf: row => String(row.stmid) })
const columns: DataColumn<SourceRow>[] = [
  {
    id: 'name',
    header: 'Source',
    kind: 'custom',
    width: NAME_WIDTH_PX,
    value: row => row.name,
    uses: ['name'],
    render: row => <a href={`#/source/${row.stmid}`}>{row.name}</a>,
  },
  ...FIGURES,
]
const columnIds = columns.map(({ id }) => id)

function Table() {
  const [sort, setSort] = useState<TableSort | null>(null)
  return (
    <DataTable
      label="Sources"
      store={store}
      columns={columns}
      columnIds={columnIds}
      sort={sort}
      onSortChange={setSort}
      totalsPosition="none"
      maxHeight={`${TABLE_HEIGHT_PX}px`}
    />
  )
}

measure(rows => {
  store.setAll(rows)
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Table />)
  return {
    // as use-live-table.ts takes a frame: only newer values than the present ones
    apply: batch =>
      void store.applyBatch(
        batch.flatMap(({ id, cells }) => {
          const row = store.get(id)
          return row === undefined ? [] : [{ id, cells: newsFor(row, cells) }]
        }),
      ),
    textsOf: id =>
      [...document.querySelectorAll(`[data-line="${id}"] > *`)].map(
        cell => (cell.querySelector('[data-figure]') ?? cell).textContent,
      ),
  }
})
