import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** The languages and countries in which texts are asked (§3.27). */
export function useLocales() {
  const desk = useDesk()
  const languages = useQuery({ ...desk.query('lookups.languages', {}), staleTime: Number.POSITIVE_INFINITY })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), staleTime: Number.POSITIVE_INFINITY })
  return {
    languages: languages.data ?? [],
    countries: countries.data ?? [],
    isPending: languages.isPending || countries.isPending,
    reads: [languages, countries],
  }
}
