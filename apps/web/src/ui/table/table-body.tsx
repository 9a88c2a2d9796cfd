import { Suspense } from 'react'
import { lazyBetter } from '#ui/lazy/lazy-part.tsx'
import { useIsPrinting } from '#ui/use-is-printing.ts'
import type VirtualBodyOfRows from './virtual-body.tsx'
import { TableRows, type TableBodyProps } from './table-rows.tsx'

/** Above this many rows only visible ones, and a few around them, are rendered. */
export const VIRTUAL_ABOVE_ROWS = 100

const FIRST_LINES = Array.from({ length: VIRTUAL_ABOVE_ROWS }, (_, index) => index)

/** All of a short table, the first rows of a long one. */
function FirstRows<Row extends object>({ scroller: _scroller, activeLine: _activeLine, ...rows }: TableBodyProps<Row>) {
  'use no memo'
  return <TableRows {...rows} indexes={FIRST_LINES.slice(0, rows.ids.length)} />
}

// lazyBetter forgets that the component is generic.
const VirtualBody = lazyBetter(
  () => import('./virtual-body.tsx'),
  'The rest of the table',
  FirstRows,
) as unknown as typeof VirtualBodyOfRows

/** The rows of a table: all of a short one; of a long one those in sight, by code that comes with the first long table. */
export function TableBody<Row extends object>(rows: TableBodyProps<Row>) {
  'use no memo'
  const isPrinting = useIsPrinting()
  if (isPrinting) return <TableRows {...rows} indexes={[...rows.ids.keys()]} />
  if (rows.ids.length <= VIRTUAL_ABOVE_ROWS) return <FirstRows {...rows} />
  return (
    <Suspense fallback={<FirstRows {...rows} />}>
      <VirtualBody {...rows} />
    </Suspense>
  )
}
