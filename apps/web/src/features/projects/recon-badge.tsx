import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { countText, moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { daysLeftText, reconIndicators } from './recon-indicators.ts'

/** The Recon Indicator of one project (§6.8): its open completes and the days left to adjust them. */
export function ReconBadge({ projectId }: { readonly projectId: number }) {
  const { data } = useQuery({
    ...reconIndicators(useDesk()),
    select: indicators => indicators.find(({ pm_proj_ud }) => pm_proj_ud === projectId) ?? null,
  })
  if (data === undefined || data === null || data.days_left === null) return <>{NO_FIGURE}</>
  return (
    <a
      href={`#/manage/project/${projectId}/reconciliation`}
      title={`${countText(data.open_completes)} completes for ${moneyText(data.at_risk_cents, data.currency)} can still be adjusted; the next window closes in ${daysLeftText(data.days_left)}`}
    >
      {`${countText(data.open_completes)} · ${daysLeftText(data.days_left)}`}
    </a>
  )
}
