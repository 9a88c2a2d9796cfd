import { isAdmin, type CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { desk } from '#runtime/desk.ts'

/** The languages and countries in which texts are asked (§3.27). */
export function useLocales() {
  const languages = useQuery({ ...desk.query('lookups.languages', {}), staleTime: Number.POSITIVE_INFINITY })
  const countries = useQuery({ ...desk.query('lookups.countries', { query: {} }), staleTime: Number.POSITIVE_INFINITY })
  return {
    languages: languages.data ?? [],
    countries: countries.data ?? [],
    isPending: languages.isPending || countries.isPending,
    reads: [languages, countries],
  }
}

/** Whether one may write qualifications: admins, and whoever may make custom ones (§6.8); null while it is not known. */
export function useMayWrite(me: CurrentUser) {
  const admin = isAdmin(me)
  const own = useQuery({ ...desk.query('users.list', { query: { uid: me.uid } }), enabled: !admin })
  return { mayWrite: admin || (own.data === undefined ? null : own.data[0]?.custom_qual_create === true), read: own }
}
