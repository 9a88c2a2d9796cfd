import { useQuery } from '@tanstack/react-query'
import { LOOKUP } from '#kit/forms/lookup-reads.ts'
import { readPages } from '#kit/tables/read-pages.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** The account's suppliers, for choosing whose ID is meant. */
export function useSuppliers() {
  const { api } = useDesk()
  return useQuery({
    queryKey: ['lookups.suppliers', 'privacy'],
    queryFn: ({ signal }) => readPages(query => api.call('lookups.suppliers', { query, signal })),
    ...LOOKUP,
  })
}
