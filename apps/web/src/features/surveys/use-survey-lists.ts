import type { Read } from '#kit/errors/one-read.ts'
import { useCountryList, useLanguageList, useOwnAccount, useZoneList } from '#kit/forms/lookup-reads.ts'
import type { SurveyLists } from './survey-plan.ts'

/** Reads the lists of a survey's form; null until all have loaded. */
export function useSurveyLists(): { readonly lists: SurveyLists | null; readonly reads: readonly Read[] } {
  const account = useOwnAccount()
  const zones = useZoneList()
  const countries = useCountryList()
  const languages = useLanguageList()
  const reads = [account, zones, countries, languages]
  const own = account.data?.[0]
  if (own && zones.data && countries.data && languages.data) {
    return {
      reads,
      lists: {
        pricesClient: own.client_cpi_flg ?? true,
        zones: zones.data,
        countries: countries.data,
        languages: languages.data,
      },
    }
  }
  return { lists: null, reads }
}
