import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { desk } from '../../runtime/desk.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { APP_SHELL_QUERY } from '../../runtime/query.ts'
import { readPages } from '../../widgets/tables/read-pages.ts'
import type { FormRead } from '../../widgets/forms/form-loading.tsx'
import type { SourceLists } from './source-lists.ts'

/** Lists change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

/** Reads what a source's form chooses from; null until all of it is there. */
export function useSourceLists(): { readonly lists: SourceLists | null; readonly reads: readonly FormRead[] } {
  const seesSuppliers = useUser()?.streamViewType === 'internal'
  const zones = useQuery({ ...desk.query('lookups.codes', { params: { id: 'time-zone-type' } }), ...APP_SHELL_QUERY, staleTime: Infinity })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), ...LOOKUP })
  const suppliers = useQuery({
    // a supplier that was made a moment ago is to be there
    queryKey: ['lookups.suppliers', 'of a source'],
    queryFn: ({ signal }) => readPages((page) => desk.api.call('lookups.suppliers', { query: page, signal })),
    enabled: seesSuppliers,
    staleTime: 0,
  })
  const reads = [zones, countries, suppliers]
  if (zones.data && countries.data && (suppliers.data || !seesSuppliers)) {
    return {
      reads,
      lists: {
        zones: zones.data.filter((item): item is TimeZoneItem => 'iana_name' in item),
        countries: countries.data,
        suppliers: (suppliers.data ?? []).map(({ pm_sup_ud, name }) => ({ pm_sup_ud, name })),
      },
    }
  }
  return { lists: null, reads }
}
