import { Suspense } from 'react'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { useViewCounts } from './use-view-counts.ts'

// 'use no memo': part of the first load, where the compiler's additions are larger than the code here.

const Panel = lazyPart(
  async () => ({ default: (await import('./first-steps-panel.tsx')).FirstStepsPanel }),
  'The first steps',
)

function WithoutLiveSources() {
  'use no memo'
  useAfterFirstScreen()
  return useViewCounts()?.live_sources === 0 ? <Panel /> : null
}

/** The first steps of an account without live sources, above its projects (day.md §4). */
export function FirstSteps() {
  'use no memo'
  return (
    <Suspense fallback={null}>
      <WithoutLiveSources />
    </Suspense>
  )
}
