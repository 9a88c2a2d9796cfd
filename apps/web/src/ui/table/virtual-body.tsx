import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState } from 'react'
import { TableRows, type TableBodyProps } from './table-rows.tsx'

const OVERSCAN_ROWS = 8

/** The rows in sight, and a few around. Their places are known from their height, nothing is measured. */
export default function VirtualBody<Row extends object>({ scroller, activeLine, ...rows }: TableBodyProps<Row>) {
  'use no memo'
  const { ids, rowHeight } = rows
  const activeIndex = ids.indexOf(activeLine)
  const [, lookAgain] = useState<object>()
  // When the table comes into the page with its rows at once, this runs before the scroller's ref is set: another render finds it.
  useLayoutEffect(() => lookAgain({}), [])
  // oxlint-disable-next-line react/incompatible-library -- this component opts out of the compiler's memoisation
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      if (activeIndex === -1 || indexes.includes(activeIndex)) return indexes
      return activeIndex < (indexes[0] ?? 0) ? [activeIndex, ...indexes] : [...indexes, activeIndex]
    },
  })
  return <TableRows {...rows} indexes={virtualizer.getVirtualIndexes()} />
}
