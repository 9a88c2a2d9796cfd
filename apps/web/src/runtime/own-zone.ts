import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { CurrentUser } from '@desk/schema/users/current-user'

/** The zone of a user without one, and while the list is not here yet (§3.1, §9.2). */
const DEFAULT_ZONE_CODE = 15
const DEFAULT_ZONE_NAME = 'America/New_York'

/**
 * Gives the zone that a user's times are shown in (`local_timezone`, §3.2); its offset at a moment is `zoneOffsetMinutes`.
 * @param zones the list of time zones (§7.21), as far as it is here
 * @returns its code and its IANA name
 */
export function ownZone(
  user: Pick<CurrentUser, 'user_time_zone'> | null,
  zones: readonly TimeZoneItem[],
): { readonly ownCode: number; readonly ownName: string } {
  const ownCode = user?.user_time_zone ?? DEFAULT_ZONE_CODE
  return { ownCode, ownName: zones.find(({ pm_code }) => pm_code === ownCode)?.iana_name ?? DEFAULT_ZONE_NAME }
}
