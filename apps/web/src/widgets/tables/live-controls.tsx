import { useFreshness } from '../../runtime/hooks/use-freshness.ts'
import { FreezeButton } from '../../ui/freeze-button.tsx'
import { FreshnessLabel } from '../../ui/freshness-label.tsx'

/** How fresh the page's figures are, and the button that holds updates back (WCAG 2.2.2). Renders once a second, and nothing with it. */
export function LiveControls() {
  const { state, ageSeconds, isFrozen, waitingCount, setFrozen } = useFreshness()
  return (
    <>
      <FreshnessLabel state={isFrozen ? 'frozen' : state} ageSeconds={ageSeconds ?? 0} />
      <FreezeButton isFrozen={isFrozen} waitingCount={waitingCount} onChange={setFrozen} />
    </>
  )
}
