import type { RespondentRow, SourceFacts, SupplierFacts } from '../facts/ledger-facts.ts'
import { REDIRECT_OF_STATE, supplierRedirect, surveyAddress, type RedirectUrls } from '../facts/redirects.ts'

/**
 * The next URL of a respondent: the survey, or back to the supplier.
 * @param ordud the first RDUD of one who was invited again; empty for others
 */
export function addressFor(
  { code, rid }: RespondentRow,
  source: SourceFacts,
  supplier: SupplierFacts | undefined,
  rdud: string,
  ordud: string,
): string | null {
  const outcome = REDIRECT_OF_STATE[code]
  return outcome === null
    ? surveyAddress(source.surveyUrl, rdud, ordud)
    : supplierRedirect(redirectsOf(source, supplier), outcome, rid, rdud)
}

/** The redirects of respondents: the source's own, else the supplier's of the type. */
function redirectsOf({ redirects }: SourceFacts, supplier: SupplierFacts | undefined): RedirectUrls {
  return redirects === null ? (supplier?.redirects ?? NO_REDIRECTS) : { ...supplier?.redirects, ...redirects }
}
const NO_REDIRECTS: RedirectUrls = {}
