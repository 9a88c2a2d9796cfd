import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { desk } from '../desk.ts'
import { APP_SHELL_QUERY } from '../query.ts'
import { useUser } from './use-session.ts'

/** The zone of whoever has none, and while the list is not here yet (§3.1, §9.2). */
const DEFAULT_ZONE_CODE = 15
const DEFAULT_ZONE_NAME = 'America/New_York'

/** The list of time zones (§7.21), and the signed-in user's own. */
export function useTimeZones(): { readonly zones: readonly TimeZoneItem[]; readonly ownCode: number; readonly ownName: string } {
  const user = useUser()
  const { data } = useQuery({
    ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }),
    ...APP_SHELL_QUERY,
    staleTime: Infinity,
  })
  const zones = (data ?? []).filter((item): item is TimeZoneItem => 'iana_name' in item)
  const ownCode = user?.user_time_zone ?? DEFAULT_ZONE_CODE
  return { zones, ownCode, ownName: zones.find(({ pm_code }) => pm_code === ownCode)?.iana_name ?? DEFAULT_ZONE_NAME }
}
