import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from './use-desk.ts'
import { ownZone } from '../own-zone.ts'
import { APP_SHELL_QUERY } from '../query.ts'
import { useUser } from './use-session.ts'

/** The list of time zones (§7.21), and the signed-in user's own. */
export function useTimeZones(): {
  readonly zones: readonly TimeZoneItem[]
  readonly ownCode: number
  readonly ownName: string
} {
  const desk = useDesk()
  const user = useUser()
  const { data } = useQuery({
    ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }),
    ...APP_SHELL_QUERY,
    staleTime: Infinity,
  })
  const zones = (data ?? []).filter((item): item is TimeZoneItem => 'iana_name' in item)
  return { zones, ...ownZone(user, zones) }
}
