import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { desk } from '../../runtime/desk.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { APP_SHELL_QUERY } from '../../runtime/query.ts'
import type { FormRead } from '../../widgets/forms/form-loading.tsx'
import type { SurveyLists } from './survey-plan.ts'

/** Lists change seldom. */
export const LOOKUP = { staleTime: 5 * 60_000 } as const

/** Reads what a survey's form chooses from; null until all of it is there. */
export function useSurveyLists(): { readonly lists: SurveyLists | null; readonly reads: readonly FormRead[] } {
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const account = useQuery({ ...desk.query('accounts.list', { query: { pm_dsh_ud: accountId } }), ...APP_SHELL_QUERY })
  const zones = useQuery({ ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }), ...APP_SHELL_QUERY, staleTime: Infinity })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), ...LOOKUP })
  const languages = useQuery({ ...desk.query('lookups.languages', {}), ...LOOKUP })
  const reads = [account, zones, countries, languages]
  const own = account.data?.[0]
  if (own && zones.data && countries.data && languages.data) {
    return {
      reads,
      lists: {
        pricesClient: own.client_cpi_flg ?? true,
        zones: zones.data.filter((item): item is TimeZoneItem => 'iana_name' in item),
        countries: countries.data,
        languages: languages.data,
      },
    }
  }
  return { lists: null, reads }
}
