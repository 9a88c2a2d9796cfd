import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { desk } from '../../runtime/desk.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { APP_SHELL_QUERY } from '../../runtime/query.ts'
import { PAGE_ROWS } from '../../widgets/tables/read-pages.ts'
import type { FormRead } from '../../widgets/forms/form-loading.tsx'
import type { ProjectLists } from './project-plan.ts'

/** Lists change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

/** Reads what a project's form chooses from; null until all of it is there. */
export function useProjectLists(): { readonly lists: ProjectLists | null; readonly reads: readonly FormRead[] } {
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const account = useQuery({ ...desk.query('accounts.list', { query: { pm_dsh_ud: accountId } }), ...APP_SHELL_QUERY })
  const consultants = useQuery({ ...desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const zones = useQuery({ ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }), ...APP_SHELL_QUERY, staleTime: Infinity })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), ...LOOKUP })
  const languages = useQuery({ ...desk.query('lookups.languages', {}), ...LOOKUP })
  const units = useQuery({ ...desk.query('accounts.businessUnits', { params: { id: accountId }, query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const reads = [account, consultants, zones, countries, languages, units]
  const own = account.data?.[0]
  if (own && consultants.data && zones.data && countries.data && languages.data && units.data) {
    return {
      reads,
      lists: {
        usesBusinessUnits: own.inv_by_business_unit_flg,
        consultants: consultants.data,
        zones: zones.data.filter((item): item is TimeZoneItem => 'iana_name' in item),
        countries: countries.data,
        languages: languages.data,
        units: units.data,
      },
    }
  }
  return { lists: null, reads }
}
