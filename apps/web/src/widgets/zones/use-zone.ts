import { DEFAULT_TIME_ZONE_CODE } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { desk } from '../../runtime/desk.ts'
import { useNowMs } from '../../runtime/hooks/use-now.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { APP_SHELL_QUERY } from '../../runtime/query.ts'
import { zoneLabel } from '../../ui/format/offsets.ts'

/** The zone in which the signed-in user reads moments. */
export interface UserZone {
  /** Its code, for calls. */
  readonly code: number
  /** IANA name. */
  readonly name: string
  /** '(UTC-05:00)' (§5.31), as it is now. */
  readonly label: string
  /** 'America/New_York (UTC-05:00)': what stands in the head of tables and charts. */
  readonly text: string
}

/** The default zone (domain.md §9), known before the list is read. */
const DEFAULT_ZONE_NAME = 'America/New_York'
const HOUR_MS = 3_600_000

/** The signed-in user's time zone; its offset follows daylight-saving time. */
export function useZone(): UserZone {
  const code = useUser()?.user_time_zone ?? DEFAULT_TIME_ZONE_CODE
  const nowMs = useNowMs(HOUR_MS)
  const { data } = useQuery({
    ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }),
    ...APP_SHELL_QUERY,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const item = data?.find(({ pm_code }) => pm_code === code)
  const name = item !== undefined && 'iana_name' in item ? item.iana_name : code === DEFAULT_TIME_ZONE_CODE ? DEFAULT_ZONE_NAME : 'UTC'
  const label = zoneLabel(name, nowMs)
  return { code, name, label, text: `${name} ${label}` }
}
