import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import type { Read } from '#kit/errors/one-read.ts'
import { LOOKUP, useCountryList, useLanguageList, useOwnAccount, useZoneList } from '#kit/forms/lookup-reads.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import type { ProjectLists } from './project-plan.ts'

/** Reads the lists of a project's form; null until all have loaded. */
export function useProjectLists(): { readonly lists: ProjectLists | null; readonly reads: readonly Read[] } {
  const desk = useDesk()
  const accountId = useUser()?.pm_dsh_ud ?? 0
  const account = useOwnAccount()
  const consultants = useQuery({ ...desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } }), ...LOOKUP })
  const zones = useZoneList()
  const countries = useCountryList()
  const languages = useLanguageList()
  const units = useQuery({
    ...desk.query('businessUnits.list', { params: { id: accountId }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
  })
  const reads = [account, consultants, zones, countries, languages, units]
  const own = account.data?.[0]
  if (own && consultants.data && zones.data && countries.data && languages.data && units.data) {
    return {
      reads,
      lists: {
        usesBusinessUnits: own.inv_by_business_unit_flg,
        consultants: consultants.data,
        zones: zones.data,
        countries: countries.data,
        languages: languages.data,
        units: units.data,
      },
    }
  }
  return { lists: null, reads }
}
