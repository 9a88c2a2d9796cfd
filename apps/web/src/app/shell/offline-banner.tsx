'use no memo'

import { useAwaySinceMs } from '#runtime/hooks/use-connection.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { Banner } from '#ui/banner.tsx'
import { hourText } from '#ui/format/times.ts'

/** Says since when the server has not answered, and that the page recovers by itself (look.md 13). @param zone the user's, IANA name */
export function OfflineBanner({ zone }: { readonly zone: string }) {
  const sinceMs = useAwaySinceMs()
  if (sinceMs === null) return null
  return (
    <Banner tone="warning">
      Offline since {hourText(sinceMs, zone)}: the server does not answer. The page shows the state of that time, and
      updates when the server answers.
    </Banner>
  )
}

/** The same within a session. */
export function SessionOfflineBanner() {
  const { ownName } = useTimeZones()
  return <OfflineBanner zone={ownName} />
}
