import { LOOKUP_SLUG_CODES } from '@desk/schema/lookups/lookups'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** Lists of codes change seldom. */
const LOOKUP = { staleTime: 5 * 60_000 } as const

/** The types and recruitment types of suppliers (§3.36, api:L5, api:L10). */
export function useSupplierLists() {
  const desk = useDesk()
  const types = useQuery({ ...desk.query('lookups.supplierTypes', {}), ...LOOKUP })
  const recruitments = useQuery({
    ...desk.query('lookups.codes', { params: { id: String(LOOKUP_SLUG_CODES['supplier-recruitment-type']) } }),
    ...LOOKUP,
  })
  return {
    types: types.data ?? [],
    recruitments: recruitments.data ?? [],
    isPending: types.isPending || recruitments.isPending,
    reads: [types, recruitments],
  }
}
