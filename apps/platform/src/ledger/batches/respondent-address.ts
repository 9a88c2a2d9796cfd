import type { RespondentRow, SourceFacts, SupplierFacts } from '../facts/ledger-facts.ts'
import { REDIRECT_OF_STATE, supplierRedirect, surveyAddress, type RedirectUrls } from '../facts/redirects.ts'

/** Where a respondent goes now: into the survey, or back to where they came from. */
export function addressFor(
  { code, rid }: RespondentRow,
  source: SourceFacts,
  supplier: SupplierFacts | undefined,
  rdud: string,
): string | null {
  const outcome = REDIRECT_OF_STATE[code]
  return outcome === null
    ? surveyAddress(source.surveyUrl, rdud)
    : supplierRedirect(redirectsOf(source, supplier), outcome, rid, rdud)
}

/** Where respondents are taken back: by the source's own redirects, and by the supplier's where it has none of the type. */
function redirectsOf({ redirects }: SourceFacts, supplier: SupplierFacts | undefined): RedirectUrls {
  return redirects === null ? (supplier?.redirects ?? NO_REDIRECTS) : { ...supplier?.redirects, ...redirects }
}
const NO_REDIRECTS: RedirectUrls = {}
