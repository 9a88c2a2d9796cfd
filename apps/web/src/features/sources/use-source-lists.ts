import { may } from '@desk/schema/permissions/permissions'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { readPages } from '#kit/tables/read-pages.ts'
import type { Read } from '#kit/errors/one-read.ts'
import { useCountryList, useZoneList } from '#kit/forms/lookup-reads.ts'
import type { SourceLists } from './source-lists.ts'

/** Reads the lists of a source's form; null until all have loaded. */
export function useSourceLists(): { readonly lists: SourceLists | null; readonly reads: readonly Read[] } {
  const desk = useDesk()
  const me = useUser()
  const seesSuppliers = me !== null && may(me, 'see the supply side')
  const zones = useZoneList()
  const countries = useCountryList()
  const suppliers = useQuery({
    // read again, so that a new supplier is included
    queryKey: ['lookups.suppliers', 'of a source'],
    queryFn: ({ signal }) => readPages(page => desk.api.call('lookups.suppliers', { query: page, signal })),
    enabled: seesSuppliers,
    staleTime: 0,
    gcTime: 0,
  })
  const reads = [zones, countries, suppliers]
  if (zones.data && countries.data && (suppliers.data || !seesSuppliers)) {
    return {
      reads,
      lists: {
        zones: zones.data,
        countries: countries.data,
        suppliers: (suppliers.data ?? []).map(({ pm_sup_ud, name, redirect_types }) => ({
          pm_sup_ud,
          name,
          redirect_types,
        })),
      },
    }
  }
  return { lists: null, reads }
}
