import { lazy, Suspense } from 'react'
import { TableRows, type TableBodyProps } from './table-rows.tsx'

/** Above this many rows only those in sight, and a few around, are in the page. */
export const VIRTUAL_ABOVE_ROWS = 100

const load = () => import('./virtual-body.tsx')
// lazy() forgets that the component is generic.
const VirtualBody = lazy(load) as unknown as Awaited<ReturnType<typeof load>>['default']

/** The rows of a table: all of a short one; of a long one those in sight, by code that comes with the first long table. */
export function TableBody<Row extends object>({ scroller, activeLine, ...rows }: TableBodyProps<Row>) {
  'use no memo'
  const first = Array.from({ length: Math.min(rows.ids.length, VIRTUAL_ABOVE_ROWS) }, (_, index) => index)
  if (rows.ids.length <= VIRTUAL_ABOVE_ROWS) return <TableRows {...rows} indexes={first} />
  return (
    <Suspense fallback={<TableRows {...rows} indexes={first} />}>
      <VirtualBody {...rows} scroller={scroller} activeLine={activeLine} />
    </Suspense>
  )
}
