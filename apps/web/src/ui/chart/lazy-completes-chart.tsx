import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CompletesChartProps } from './completes-chart.tsx'

const Chart = lazyPart(() => import('./completes-chart.tsx'), 'The chart')

/** The completes chart, loaded when it is first shown. A placeholder keeps its space, so that nothing below it jumps. */
export function CompletesChart(props: CompletesChartProps) {
  return (
    <Suspense fallback={<Skeleton label={`Loading ${props.title}`} height={`${(props.heightPx ?? 240) + 66}px`} />}>
      <Chart {...props} />
    </Suspense>
  )
}
