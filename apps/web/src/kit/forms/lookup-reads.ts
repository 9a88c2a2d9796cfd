import type { CodeItem, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'

/** Lists change seldom. */
export const LOOKUP = { staleTime: 5 * 60_000 } as const

const zonesAmong = (codes: readonly (CodeItem | TimeZoneItem)[]): readonly TimeZoneItem[] =>
  codes.filter((item): item is TimeZoneItem => 'iana_name' in item)

/** The time zones that a form chooses from (§7.21). */
export const useZoneList = () => {
  const desk = useDesk()
  return useQuery({
    ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }),
    ...APP_SHELL_QUERY,
    staleTime: Number.POSITIVE_INFINITY,
    select: zonesAmong,
  })
}

export const useCountryList = () => {
  const desk = useDesk()
  return useQuery({ ...desk.query('lookups.countries', { query: {} }), ...LOOKUP })
}

export const useLanguageList = () => {
  const desk = useDesk()
  return useQuery({ ...desk.query('lookups.languages', {}), ...LOOKUP })
}

/** The account's requirements of its forms. */
export function useOwnAccount() {
  const desk = useDesk()
  const accountId = useUser()?.pm_dsh_ud ?? 0
  return useQuery({ ...desk.query('accounts.list', { query: { pm_dsh_ud: accountId } }), ...APP_SHELL_QUERY })
}
